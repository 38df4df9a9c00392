package io.weir.dashboard.history;

import java.io.IOException;

/** Where metrics are kept. Thread-safe. */
public interface HistoryStore {

    /**
     * Means over short windows. Waits for the store.
     *
     * @throws IOException if the store is away or refuses; the message says so, for people
     */
    Past read(Range range) throws IOException, InterruptedException;
}
