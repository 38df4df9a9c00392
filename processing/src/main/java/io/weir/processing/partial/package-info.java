/**
 * Partials: what a source partition knows of a group in a window, on the way to the partition where groups are merged.
 *
 * <p>A record of {@code metrics.partials} is any number of partials one behind the other, or none: then it tells the time of
 * the source partition, which is the record's timestamp. Its headers tell the source partition, the version of the rules that
 * hold there, and which record of {@code metrics.raw} caused it. All numbers are big-endian. A partial is
 *
 * <pre>
 * int    number of bytes that follow
 * byte   format, 1
 * int    length of the group's key
 * bytes  the key: long, identity of the rule; then the series that stands for the group, canonical
 * long   start of the window, nanoseconds since the epoch
 * int    number of distinct series
 * cells  of each input of the rule in its order, as Cells.write has it
 * [int   number of members, and for each, in the order in which they came:
 *  long  hash of the series, int and bytes: the series as it is stored, cells of its own values]
 * </pre>
 *
 * <p>The same values in the same order give the same bytes.
 */
@NullMarked
package io.weir.processing.partial;

import org.jspecify.annotations.NullMarked;
