package io.weir.benchmarks.dirac;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A store that runs for the benchmark. */
interface Store extends AutoCloseable {

    /** Its address, as settings of Weir have it. */
    String url();

    /** The number of records that it holds now, of which queries see all. */
    long records() throws IOException, InterruptedException;

    /** Its own query language, for raw records; empty for a store without one. */
    Optional<PlotApi> direct();

    /** Its own query language, for the tier {@link Tier#NAME}; empty for a store without tiers. */
    default Optional<PlotApi> directTier() {
        return Optional.empty();
    }

    /**
     * Gives it the tiers of these rules, and optimises the stored records for queries. Called before the first record
     * and after the last one.
     */
    default void prepare(Path rules) throws IOException, InterruptedException {}

    @Override
    void close();
}
