/**
 * Converts Prometheus' text format 0.0.4, OpenMetrics 1.0 and Prometheus' protobuf format to line
 * protocol.
 *
 * <p>In: the bodies of one target after another, with a {@link
 * io.weir.gateway.exposition.Labelling} that converts the target's labels to those of a series; or
 * messages, each a whole exposition. Out: lines in a {@link io.weir.gateway.intake.LineIntake}, one
 * for each sample, and one for each series that has ended. The package must not import Netty or
 * Kafka.
 *
 * <p>Sources of the formats: "Exposition formats" of Prometheus' documentation, the specification of
 * OpenMetrics 1.0.0, and {@code io/prometheus/client/metrics.proto} of Prometheus' client_model.
 */
@NullMarked
package io.weir.gateway.exposition;

import org.jspecify.annotations.NullMarked;
