/**
 * Converts Prometheus' text format 0.0.4 and OpenMetrics 1.0 to line protocol.
 *
 * <p>In: the bodies of one target after another, with a {@link
 * io.weir.gateway.exposition.Labelling} that converts the target's labels to those of a series; or
 * messages, each a whole exposition. Out: lines in a {@link io.weir.gateway.intake.LineIntake}, one
 * for each sample, and one for each series that has ended. The package must not import Netty or
 * Kafka.
 *
 * <p>Sources of the formats: "Exposition formats" of Prometheus' documentation, and the
 * specification of OpenMetrics 1.0.0.
 */
@NullMarked
package io.weir.gateway.exposition;

import org.jspecify.annotations.NullMarked;
