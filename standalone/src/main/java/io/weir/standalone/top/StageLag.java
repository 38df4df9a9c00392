package io.weir.standalone.top;

import java.util.OptionalDouble;

/**
 * The lag of a stage, as the dashboard reports it for the whole farm.
 *
 * @param stage such as {@code processing}, or {@code writer-archive} for a further target
 * @param records records that the stage has not finished
 * @param seconds approximate time in which as many records were written; empty if unknown
 * @param hasConsumer whether the stage runs on any machine
 */
record StageLag(String stage, long records, OptionalDouble seconds, boolean hasConsumer) {}
