package io.weir.contract.state;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log that a task reads, as it is now. */
public interface InputLog {

    /** A record, with its time in milliseconds. */
    record Found(long millis, byte @Nullable [] value) {}

    /** A log of which nothing is known. */
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

    /** The offset of the first record that is left. */
    long first(String topic, int partition);
}
