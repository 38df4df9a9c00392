package io.weir.writer.store.failover;

import io.weir.writer.store.StoreUrl;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** The states of all addresses of a target, for its writers together. Thread-safe. */
public final class AddressPool {
    private final LongSupplier nanoTime;
    private final Map<String, AddressState> states = new ConcurrentSkipListMap<>();
    private final AtomicInteger writers = new AtomicInteger();

    /** All addresses are in service. */
    public AddressPool() {
        this(System::nanoTime);
    }

    /** @param nanoTime a monotonic clock */
    AddressPool(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The state of an address. Places in the same store have states of their own. */
    AddressState of(StoreUrl address) {
        return states.computeIfAbsent(address.text(), text -> new AddressState(address, nanoTime));
    }

    /** A number for each writer, so that not all of them begin with the same address. */
    int nextWriter() {
        return writers.getAndIncrement();
    }

    /** The addresses that are left out, each with the reason. */
    public List<String> leftOut() {
        return states.values().stream()
                .filter(AddressState::isLeftOut)
                .map(AddressState::toString)
                .toList();
    }

    /** Whether the server at this HTTP address is left out. */
    public boolean isLeftOut(String http) {
        return states.values().stream().anyMatch(state -> state.url().http().equals(http) && state.isLeftOut());
    }
}
