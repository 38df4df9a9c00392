/**
 * Aggregation: the stages ({@link io.weir.processing.aggregate.Aggregator}, {@link
 * io.weir.processing.aggregate.PartialAggregator}) and their compiled rules; the windows of one
 * series, which follow the timestamps of its metrics; what a series contributes to the windows of
 * its groups, which follow log time; and the partials that a partition sends of a group's window. In:
 * timestamped values of series. Out: closed windows, each once, and bytes of partials.
 *
 * <p>Pure logic: imports neither Kafka nor another stage. {@link
 * io.weir.processing.aggregate.AggregatableMetrics} and {@link
 * io.weir.processing.aggregate.AggregatedSeries} are all that it knows of series.
 *
 * <p>A record of {@code metrics.partials} with the header {@code lines} has results of series, in line
 * protocol. Another record contains any number of partials in sequence. A record without either
 * carries the time of the source partition as its timestamp, for rules of the level that a header
 * names, or the state of the farm. Headers name the source partition, the version of the rules active
 * there, and the record that caused it. Source partitions of results are numbered after those of
 * {@code metrics.raw}. All numbers are big-endian. A partial is
 *
 * <pre>
 * int    number of bytes that follow
 * byte   format, 3
 * int    length of the group's key
 * bytes  the key: long, identity of the rule; then the canonical series that represents the group
 * long   start of the window, nanoseconds since the epoch
 * int    number of distinct series that contributed
 * int    number of these that are held
 * long   number of values in the window
 * cells  of each column of the rule in its order, as written by Cells.write
 * [bytes of each tag whose different values the rule counts, as written by Distinct.write]
 * [int   number of members, and for each:
 *  int   and bytes: the series as stored
 *  double  its own value]
 * </pre>
 *
 * <p>The same values in the same order give the same bytes.
 */
@NullMarked
package io.weir.processing.aggregate;

import org.jspecify.annotations.NullMarked;
