/**
 * Converts Graphite's plaintext and pickle protocols to line protocol.
 *
 * <p>In: lines {@code path value timestamp}, or pickles of such metrics. Out: lines in a
 * {@link io.weir.gateway.intake.LineIntake}. Templates say how a path becomes a
 * measurement, tags and a field. The package must not import Netty or Kafka.
 *
 * <p>Sources of the format: carbon's {@code protocols.py} (three words, the last two are floats) and
 * Graphite's documentation of tags ({@code name;tag=value}).
 */
@NullMarked
package io.weir.gateway.graphite;

import org.jspecify.annotations.NullMarked;
