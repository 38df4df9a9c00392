package io.weir.benchmarks.gateway;

import java.io.IOException;
import java.util.List;

/** A receiver of a {@link Contest}, and how its highest rate without loss is measured. */
public interface Contestant {
    /** Returns the receiver's name for the tables. */
    String name();

    /** Prepares the receiver and the measurement; nothing of it counts. */
    void scout(int warmUpSeconds) throws IOException, InterruptedException;

    /** Runs one round. */
    void round() throws IOException, InterruptedException;

    /** Returns the result of each round in lines per second; 0 for a round with losses. */
    List<Double> rounds();

    /** Returns the lines per second: the median of the rounds. */
    double linesPerSecond();

    /** Returns the receiver's processor time per line at that rate: the median of the rounds. */
    double cpuMicrosPerLine();
}
