package io.weir.benchmarks.pipeline;

import java.io.IOException;

/** Counts the content of a store. */
@FunctionalInterface
public interface StoreCount {
    /** Returns the meters' counts with those of a query. */
    Accounting count(Accounting meters) throws IOException, InterruptedException;
}
