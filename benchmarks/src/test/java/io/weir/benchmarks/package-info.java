/**
 * JMH benchmarks of the gateway's hot code. In: JMH options. Out: JMH's tables. {@code pairs.sh}
 * finds the benchmarks and the profiler by their names in two clones. May import everything except
 * the other benchmarks.
 */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
