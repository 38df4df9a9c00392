/** What the number of rules costs: a new series, and a switch to other rules. */
@NullMarked
package io.weir.benchmarks.rules;

import org.jspecify.annotations.NullMarked;
