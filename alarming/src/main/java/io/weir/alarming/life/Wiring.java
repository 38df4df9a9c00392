package io.weir.alarming.life;

import java.util.List;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The names of what the processors of this package are connected with.
 *
 * @param alarms the store of alarms
 * @param marks the store of what is remembered besides
 * @param events the sink of events; {@code states}, {@code replies} likewise
 * @param listeners nodes behind both processors that are told of every transition, as {@link Moved}
 */
public record Wiring(
        String alarms, String marks, String events, String states, String replies, List<String> listeners) {

    /** The stores, to be connected with both processors. */
    public List<StoreBuilder<?>> stores() {
        return List.of(AlarmBook.alarms(alarms), AlarmBook.marks(marks));
    }
}
