/**
 * Storage against the real InfluxDB: the writer's rate and what a point costs it, types of data, outages, everything stored from
 * datagram to database, dashboards' queries. In comes nothing, out go tables; nothing depends on this package, and it may import
 * everything.
 */
@NullMarked
package io.weir.benchmarks.storage;

import org.jspecify.annotations.NullMarked;
