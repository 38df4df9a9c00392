/**
 * Benchmarks of processing alone, from {@code metrics.raw} to the feeds, in a process of its own
 * with the broker in another. In: a log that was written before. Out: tables. May import all of
 * Weir.
 */
@NullMarked
package io.weir.benchmarks.processing;

import org.jspecify.annotations.NullMarked;
