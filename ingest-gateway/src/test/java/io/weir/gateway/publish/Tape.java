package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.Parcel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An outlet that keeps what it is sent, and acknowledges it when it is told to, in the order of each partition. */
final class Tape implements Outlet {
    /** What is stored for good, by partition. Outlives the gateway, as a broker does. */
    final Map<Integer, List<String>> stored;

    final Map<Integer, Deque<Sent>> pending = new TreeMap<>();
    boolean isRefusing;
    boolean isClosed;

    record Sent(String what, Delivery delivery) {}

    Tape(Map<Integer, List<String>> stored) {
        this.stored = stored;
    }

    @Override
    public boolean send(Parcel parcel, Delivery delivery) {
        if (isRefusing) {
            return false;
        }
        if (parcel instanceof Parcel.Batch batch) {
            pending(batch.partition()).add(new Sent(new String(batch.lines(), UTF_8), delivery));
        } else if (parcel instanceof Parcel.Tick tick) {
            pending(tick.partition()).add(new Sent("tick " + tick.receivedMillis(), delivery));
        } else {
            pending(-1).add(new Sent("refused", delivery));
        }
        return true;
    }

    private Deque<Sent> pending(int partition) {
        return pending.computeIfAbsent(partition, unseen -> new ArrayDeque<>());
    }

    /** Acknowledges the first that waits in a partition; says whether there was one. */
    boolean acknowledge(int partition) {
        Sent first = pending(partition).poll();
        if (first == null) {
            return false;
        }
        store(partition, first);
        first.delivery.acknowledged();
        return true;
    }

    void acknowledgeAll() {
        List.copyOf(pending.keySet()).forEach(partition -> {
            while (acknowledge(partition)) {
                // Until none waits.
            }
        });
    }

    /** The broker has the first that waits, but its answer never comes. */
    void storeWithoutAnswer(int partition) {
        Sent first = pending(partition).poll();
        if (first != null) {
            store(partition, first);
            unanswered.add(first);
        }
    }

    private final List<Sent> unanswered = new ArrayList<>();

    private void store(int partition, Sent sent) {
        stored.computeIfAbsent(partition, unseen -> new ArrayList<>()).add(sent.what);
    }

    @Override
    public void close() {
        isClosed = true;
        pending.values().forEach(waiting -> waiting.forEach(sent -> sent.delivery.failed(Delivery.SHUTDOWN)));
        unanswered.forEach(sent -> sent.delivery.failed(Delivery.SHUTDOWN));
    }
}
