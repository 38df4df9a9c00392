package io.weir.benchmarks.storage;

import io.weir.benchmarks.Rate;

/**
 * How fast a database was loaded.
 *
 * @param loader with the processor time of the process that wrote, if that was looked at
 * @param server with that of the database
 */
record Loaded(Rate loader, Rate server) {
    double perSecond() {
        return loader.perSecond();
    }
}
