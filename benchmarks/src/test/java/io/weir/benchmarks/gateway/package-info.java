/**
 * Benchmarks of the gateway alone, from a datagram to Kafka's acknowledgement, compared with a bare
 * receiver and other programs. In: command-line options. Out: tables. Each measured program has one
 * {@link io.weir.benchmarks.gateway.Receiver}; all get the same load, in turns.
 */
@NullMarked
package io.weir.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
