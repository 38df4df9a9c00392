/** Measures late rules over a large store. */
@NullMarked
package io.weir.benchmarks.late;

import org.jspecify.annotations.NullMarked;
