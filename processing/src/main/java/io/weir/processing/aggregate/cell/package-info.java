/**
 * Cells: what a function keeps of the values of a window, such as a sum, moments, a sketch or the two
 * ends, in flat arrays of {@code long}. In: values with their times. Out: results of functions, and
 * cells that were merged or saved. Knows no series, window or group.
 */
@NullMarked
package io.weir.processing.aggregate.cell;

import org.jspecify.annotations.NullMarked;
