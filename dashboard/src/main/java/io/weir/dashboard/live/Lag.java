package io.weir.dashboard.live;

import org.jspecify.annotations.Nullable;

/**
 * The lag of a stage.
 *
 * @param stage such as {@code processing}
 * @param records Kafka records that the stage has not finished
 * @param seconds approximate time in which as many records were written; null if unknown
 * @param hasConsumer whether the stage has a consumer
 */
public record Lag(String stage, long records, @Nullable Double seconds, boolean hasConsumer) {}
