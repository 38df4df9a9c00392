/**
 * Converts StatsD's samples to line protocol.
 *
 * <p>In: lines {@code name:value|type}, with rates, tags and timestamps. Out: lines in a {@link
 * io.weir.gateway.intake.LineIntake}, one for each value. Nothing is summed here: several gateways
 * may receive samples of one metric, and processing summarises them. The package must not import
 * Netty or Kafka.
 *
 * <p>Sources of the format: StatsD's {@code docs/metric_types.md}; Datadog's "DogStatsD datagram
 * format", protocol 1.0 to 1.3; tags as InfluxDB ({@code name,tag=value}) and Graphite ({@code
 * name;tag=value}) write them.
 */
@NullMarked
package io.weir.gateway.statsd;

import org.jspecify.annotations.NullMarked;
