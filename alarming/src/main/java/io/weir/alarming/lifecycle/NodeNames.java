package io.weir.alarming.lifecycle;

import io.weir.contract.state.SealedStore;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Names of the stores and nodes that the processors of this package use.
 *
 * @param alarms the store of alarms
 * @param marks the store of {@link LifecycleMemory} and {@link Deadlines}
 * @param groups the store of {@link Groups} and {@link FarmSettings}
 * @param keys the store of keys of absence rules
 * @param times the store of {@link FarmTime}
 * @param events the sink of events; {@code states}, {@code replies} likewise
 * @param listeners nodes that receive every transition as {@link AlarmTransitioned}
 */
public record NodeNames(
        String alarms,
        String marks,
        String groups,
        String keys,
        String times,
        String events,
        String states,
        String replies,
        List<String> listeners) {

    /** Version of the layout of each store. */
    private static final int LAYOUT = 1;

    /** Returns the stores that only the lifecycle processor uses. */
    public List<StoreBuilder<?>> lifecycleStores() {
        return List.of(
                SealedStore.builder(keys, new KeyStateSerde(), LAYOUT),
                SealedStore.builder(times, Serdes.String(), LAYOUT));
    }

    /** Returns the stores that all processors of alarms share: in memory, with changelogs in Kafka. */
    public List<StoreBuilder<?>> stores() {
        return List.of(
                SealedStore.builder(alarms, new AlarmSerde(), LAYOUT),
                SealedStore.builder(marks, Serdes.Long(), LAYOUT),
                SealedStore.builder(groups, Serdes.String(), LAYOUT));
    }
}
