/**
 * What the bytes of all doors become: lines that are read, canonicalised, given a partition, gathered into batches and handed on.
 *
 * <p>In: line protocol with its source and its receive time, from the doors. Out: {@link
 * io.weir.gateway.intake.Parcel}s in a {@link io.weir.gateway.intake.HandOff}, for {@code io.weir.gateway.publish}. Pure logic:
 * time is an argument, and neither Netty nor Kafka may be imported here. One {@link io.weir.gateway.intake.LineIntake} belongs to
 * one event loop; only {@link io.weir.gateway.intake.HandOff}, {@link io.weir.gateway.intake.StampClock} and the counts are
 * shared between threads.
 */
@NullMarked
package io.weir.gateway.intake;

import org.jspecify.annotations.NullMarked;
