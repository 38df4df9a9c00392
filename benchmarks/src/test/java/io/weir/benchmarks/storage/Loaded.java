package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.Rate;

/**
 * The speed of loading a database.
 *
 * @param loader with the processor time of the writing process, if measured
 * @param server with the processor time of the database
 */
record Loaded(Rate loader, Rate server) {
    double perSecond() {
        return loader.perSecond();
    }
}
