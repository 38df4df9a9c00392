/**
 * Measurements: JMH of single classes, and the load harness of the whole. In comes nothing, out go tables; nothing depends
 * on this package, and it may import everything.
 */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
