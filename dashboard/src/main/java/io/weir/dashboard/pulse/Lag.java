package io.weir.dashboard.pulse;

import org.jspecify.annotations.Nullable;

/**
 * How far a stage is behind what it reads.
 *
 * @param stage such as {@code processing}
 * @param records of Kafka that it has not finished
 * @param seconds about how long it took to write so many; null if that is not known
 * @param isRead whether a process works at it
 */
public record Lag(String stage, long records, @Nullable Double seconds, boolean isRead) {}
