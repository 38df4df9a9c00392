/**
 * Timestamps of lines: their units, their limits, and the clock that gives stamps to lines without
 * one. In: times from the system and from the brokers, as arguments. Out: nanoseconds since 1970.
 * Independent of lines and batches.
 */
@NullMarked
package io.weir.gateway.intake.stamp;

import org.jspecify.annotations.NullMarked;
