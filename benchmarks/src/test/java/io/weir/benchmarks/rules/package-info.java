/**
 * Benchmarks of the number of rules: a new series, and a switch to other rules. In: JMH parameters.
 * Out: JMH results.
 */
@NullMarked
package io.weir.benchmarks.rules;

import org.jspecify.annotations.NullMarked;
