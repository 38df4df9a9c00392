/**
 * Aggregation at the source: fields of many series become partials, one line for each group of series
 * and second. In: the line of a reader with its canonical series. Out: lines, the exponential histograms
 * of OTLP with delta temporality, and the rest of each line. Pure logic: time is an argument. Belongs to
 * the thread of its intake.
 */
@NullMarked
package io.weir.gateway.intake.partial;

import org.jspecify.annotations.NullMarked;
