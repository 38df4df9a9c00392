/**
 * The common parts of the benchmarks: Weir, Kafka and InfluxDB as processes, loads, latencies and
 * tables. In: the parameters of a benchmark. Out: measured values, and tables on standard output.
 * May import {@code contract} and {@code standalone}, but no benchmark.
 */
@NullMarked
package io.weir.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
