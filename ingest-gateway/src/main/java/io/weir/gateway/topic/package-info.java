/**
 * Lines that somebody else has put into Kafka: the door for farms whose Telegraf or O2 Monitoring library produces there already.
 *
 * <p>In: records of topics, each with one line of line protocol or many. Out: their lines, through a {@link
 * io.weir.gateway.intake.LineIntake} like those of any other door, so to the partitions that their series belong to. An offset is
 * committed once everything before it is safe, so a record is taken at least once. Besides {@code publish}, the only room that knows
 * Kafka.
 */
@NullMarked
package io.weir.gateway.topic;

import org.jspecify.annotations.NullMarked;
