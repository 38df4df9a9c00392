/**
 * Groups of series: which series belongs to which, the window of a group, and the partials of it that
 * a partition sends and the second stage merges. In: what a series contributes to a window. Out:
 * bytes of partials, and their sums. Knows no windows of series.
 *
 * <p>A record of {@code metrics.partials} with the header {@code lines} has results of series, in line
 * protocol. Another record contains any number of partials in sequence. A record without either
 * carries the time of the source partition as its timestamp, for rules of the level that a header
 * names, or the state of the farm. Headers name the source partition, the version of the rules active
 * there, and the record that caused it. Source partitions of results are numbered after those of
 * {@code metrics.raw}. Numbers are big-endian; a <em>varint</em> takes as few bytes as it needs. A
 * partial is
 *
 * <pre>
 * varint  number of bytes that follow
 * byte   format: 6, or 7 if rule and start are those of the partial before
 * [long  identity of the rule
 *  long  start of the window, nanoseconds since the epoch]
 * [varint number of first bytes of the group that are those of the partial before: only of format 7]
 * varint and bytes: the other bytes of the canonical series that represents the group
 * varint  number of distinct series that contributed
 * varint  number of these that are held
 * varint  number of values in the window
 * [byte   0 unchanged, 1 changed, 2 lacking a value: only of windows that revise results]
 * cells  of each column of the rule in its order, as written by Cells.write
 * [bytes of each column, as written by Buckets.write, if the rule is over buckets]
 * [bytes of the histogram, as written by Observations.write, if the rule is over those of lines]
 * [bytes of each tag whose different values the rule counts, as written by Distinct.write]
 * [int   number of members, and for each:
 *  int   and bytes: the series as stored
 *  double  its own value]
 * </pre>
 *
 * <p>The same values in the same order give the same bytes.
 */
@NullMarked
package io.weir.processing.aggregate.group;

import org.jspecify.annotations.NullMarked;
