package io.weir.benchmarks.gateway;

import java.io.IOException;

/** A program that takes in line protocol over UDP. Started when it is made, ended by {@link #close}. */
public interface Receiver extends AutoCloseable {
    /** What the tables call it. */
    String name();

    /** Sends it a load and returns once it has taken all that it will. */
    Trial take(Blast blast) throws IOException, InterruptedException;

    @Override
    void close();
}
