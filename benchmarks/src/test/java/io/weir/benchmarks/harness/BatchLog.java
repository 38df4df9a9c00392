package io.weir.benchmarks.harness;

/** A sequence of line batches; needs no clock. */
public interface BatchLog {
    /** Returns the next batch; the array belongs to the caller. */
    byte[] next();

    /** Returns the number of lines so far. */
    long lines();

    /** Returns the log's time after the last batch, in milliseconds since the epoch. */
    long millis();
}
