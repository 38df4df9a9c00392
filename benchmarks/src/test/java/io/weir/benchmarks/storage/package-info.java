/**
 * Benchmarks of storage with a real InfluxDB: rate and cost of the writer, types of data, outages,
 * everything stored from datagram to database, and queries of dashboards. In: command-line options.
 * Out: tables. May import everything; nothing may depend on this package.
 */
@NullMarked
package io.weir.benchmarks.storage;

import org.jspecify.annotations.NullMarked;
