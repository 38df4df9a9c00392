package io.weir.dashboard.history;

import java.io.IOException;
import java.time.Duration;

/** A store that is queried for metrics. Thread-safe. */
public interface HistoryStore {

    /** How far before the end of a range a last value is searched for, at least. */
    Duration LAST_WITHIN = Duration.ofDays(1);

    /**
     * Reads means over short windows, and last values. Blocks until the store answers.
     *
     * @throws IOException if the store is unavailable or refuses; the message explains this to
     *     users
     */
    History read(Range range) throws IOException, InterruptedException;
}
