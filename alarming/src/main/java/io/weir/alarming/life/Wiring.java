package io.weir.alarming.life;

import io.weir.contract.state.SealedStore;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The names of what the processors of this package are connected with.
 *
 * @param alarms the store of alarms
 * @param marks the store of what is remembered besides
 * @param groups the store of {@link Groups}
 * @param keys the store of keys of absence rules
 * @param times the store of {@link FarmTime}
 * @param events the sink of events; {@code states}, {@code replies} likewise
 * @param listeners nodes behind both processors that are told of every transition, as {@link Moved}
 */
public record Wiring(
        String alarms,
        String marks,
        String groups,
        String keys,
        String times,
        String events,
        String states,
        String replies,
        List<String> listeners) {

    /** Of what the stores hold. */
    private static final int LAYOUT = 1;

    /** The stores of the life cycle alone. */
    public List<StoreBuilder<?>> lifeCycleStores() {
        return List.of(
                SealedStore.builder(keys, new KeyStateSerde(), LAYOUT),
                SealedStore.builder(times, Serdes.String(), LAYOUT));
    }

    /** The stores, to be connected with both processors. */
    public List<StoreBuilder<?>> stores() {
        return List.of(AlarmBook.alarms(alarms), AlarmBook.marks(marks), AlarmBook.groups(groups));
    }
}
