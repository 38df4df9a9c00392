package io.weir.benchmarks.gateway;

import java.io.IOException;

/** Receives metrics from a {@link Peer} and counts them. */
interface Destination extends AutoCloseable {
    /** Returns the number of metrics so far. */
    long metrics() throws IOException, InterruptedException;

    @Override
    void close();
}
