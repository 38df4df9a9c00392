package io.weir.benchmarks;

/** Line batches, one after another; needs no clock. */
public interface BatchLog {
    /** The next batch; the array belongs to the caller. */
    byte[] next();

    /** How many lines there were so far. */
    long lines();

    /** The log's time after the last batch, milliseconds since the epoch. */
    long millis();
}
