package io.weir.contract.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The input log of a task in its present state. */
public interface InputLog {

    /** A record, with its time in milliseconds. */
    record Found(long millis, byte @Nullable [] value) {}

    /** A log without any information. */
    InputLog UNKNOWN = new InputLog() {
        @Override
        public Optional<Found> at(String topic, int partition, long offset) {
            return Optional.empty();
        }

        @Override
        public long first(String topic, int partition) {
            return 0;
        }
    };

    /** The record at this offset, if there is one. */
    Optional<Found> at(String topic, int partition, long offset);

    /** The offset of the first remaining record. */
    long first(String topic, int partition);
}
