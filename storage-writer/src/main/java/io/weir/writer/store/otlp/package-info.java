/**
 * Receivers of OTLP over HTTP, such as the OpenTelemetry Collector, Prometheus 3, Mimir, and Weir itself.
 *
 * <p>In: a URL, then canonical lines. Out: requests in protobuf with a gauge for each numeric field.
 */
@NullMarked
package io.weir.writer.store.otlp;

import org.jspecify.annotations.NullMarked;
