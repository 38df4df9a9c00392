/**
 * How much memory the state of a task takes, by estimate, and whose state may grow. In: what series hold. Out: whether more may be
 * held. Estimates depend on the state alone, so a restart and a replay come to the same decisions.
 */
@NullMarked
package io.weir.processing.account;

import org.jspecify.annotations.NullMarked;
