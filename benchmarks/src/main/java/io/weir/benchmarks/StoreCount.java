package io.weir.benchmarks;

import java.io.IOException;

/** Asks a store what it has. */
@FunctionalInterface
public interface StoreCount {
    /** What the meters said, with what a query finds. */
    Accounting count(Accounting meters) throws IOException, InterruptedException;
}
