/**
 * Converts the metrics of OTLP, the protocol of OpenTelemetry, to line protocol.
 *
 * <p>In: requests of {@code MetricsService/Export} as protobuf or JSON. Out: lines in a
 * {@link io.weir.gateway.intake.LineIntake}, and the parts of the answer. The transport is elsewhere:
 * the package must not import Netty, gRPC or Kafka.
 *
 * <p>Sources of the format: {@code metrics.proto} and {@code metrics_service.proto} of
 * opentelemetry-proto, and the OTLP specification.
 */
@NullMarked
package io.weir.gateway.otlp;

import org.jspecify.annotations.NullMarked;
