/**
 * Estimates the memory of a task's state and decides which state may grow. In: the sizes of series'
 * state. Out: whether a line may take more memory. Estimates depend on the state alone, so a
 * restart and a replay reach the same decisions.
 */
@NullMarked
package io.weir.processing.account;

import org.jspecify.annotations.NullMarked;
