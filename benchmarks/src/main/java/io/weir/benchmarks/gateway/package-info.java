/**
 * The gateway alone, from datagram to Kafka's acknowledgement, beside a bare receiver and its peers. In come nothing but options, out
 * go tables. One {@link io.weir.benchmarks.gateway.Receiver} per program that is measured; all get the same load, in turns.
 */
@NullMarked
package io.weir.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
