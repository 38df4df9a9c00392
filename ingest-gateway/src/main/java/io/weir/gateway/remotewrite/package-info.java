/**
 * Converts samples of Prometheus' remote write protocol to line protocol.
 *
 * <p>In: bodies of remote write 1.0 and 2.0, compressed by Snappy. Out: lines in a {@link
 * io.weir.gateway.intake.LineIntake}, one for each sample. The package must not import Netty or
 * Kafka.
 *
 * <p>Sources of the format: Prometheus' Remote-Write specifications 1.0 and 2.0, and its {@code
 * prompb/types.proto}, {@code remote.proto} and {@code io/prometheus/write/v2/types.proto}.
 */
@NullMarked
package io.weir.gateway.remotewrite;

import org.jspecify.annotations.NullMarked;
