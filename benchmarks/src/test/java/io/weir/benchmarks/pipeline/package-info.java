/**
 * Benchmarks of a whole {@code weir up}: every sent line accounted for, and memory over a long run.
 * In: command-line options. Out: tables.
 */
@NullMarked
package io.weir.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
