/**
 * Benchmarks of alarming: throughput of one stream thread, latency from a datagram to an alarm, and
 * an alarm storm. In: command-line options. Out: tables. May import all of Weir.
 */
@NullMarked
package io.weir.benchmarks.alarming;

import org.jspecify.annotations.NullMarked;
