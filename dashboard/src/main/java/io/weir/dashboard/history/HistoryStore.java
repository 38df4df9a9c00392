package io.weir.dashboard.history;

import java.io.IOException;
import java.time.Duration;

/** Where metrics are kept. Thread-safe. */
public interface HistoryStore {

    /** How far before the end of a range a last value is searched for, at least. */
    Duration LAST_WITHIN = Duration.ofDays(1);

    /**
     * Means over short windows, and last values. Waits for the store.
     *
     * @throws IOException if the store is away or refuses; the message says so, for people
     */
    Past read(Range range) throws IOException, InterruptedException;
}
