/**
 * Converts OpenTSDB's protocols to line protocol.
 *
 * <p>In: lines {@code put metric timestamp value tag=value …}, or bodies with data points as JSON.
 * Out: lines in a {@link io.weir.gateway.intake.LineIntake}, and what OpenTSDB replies. Templates may
 * turn parts of a metric into tags. The package must not import Netty or Kafka.
 *
 * <p>Sources of the format: OpenTSDB's documentation of "Writing Data", and its
 * {@code PutDataPointRpc}, {@code Tags} and {@code RpcHandler}.
 */
@NullMarked
package io.weir.gateway.opentsdb;

import org.jspecify.annotations.NullMarked;
