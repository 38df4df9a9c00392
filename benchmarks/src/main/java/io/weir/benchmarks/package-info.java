/**
 * Benchmarks: JMH of single classes, and the load harness of the whole system. In: command-line
 * options. Out: tables. May import everything; nothing may depend on this package.
 */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
