/**
 * Reads lines from Kafka topics of other producers, for farms whose Telegraf or O2 Monitoring
 * library writes to Kafka.
 *
 * <p>In: records of topics, each with one or many lines of line protocol. Out: their lines, through
 * a {@link io.weir.gateway.intake.LineIntake} like those of any other input, and so to the
 * partitions of their series. An offset is committed once everything before it is safe, so each
 * record is consumed at least once. Besides {@code publish}, only this package depends on Kafka.
 */
@NullMarked
package io.weir.gateway.topic;

import org.jspecify.annotations.NullMarked;
