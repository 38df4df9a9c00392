package io.weir.benchmarks.gateway;

import java.io.IOException;

/**
 * A program that receives metrics by one protocol. It is running after its creation and until
 * {@link #close}.
 */
public interface Receiver extends AutoCloseable {
    /** Returns the name for the tables. */
    String name();

    /** Sends a load and waits until the receiver has handled all that it can. */
    Trial take(Blast blast) throws IOException, InterruptedException;

    @Override
    void close();
}
