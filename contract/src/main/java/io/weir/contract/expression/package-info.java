/**
 * Compiles arithmetic over named numbers in rules, such as {@code used / total * 100}.
 *
 * <p>In: a text. Out: a formula over a {@code double[]} that allocates nothing, always ends and
 * never throws, or a refusal with the position of the mistake. EvalEx finds tokens and precedence;
 * formulas do not use it. Imports EvalEx and the contract's refusals.
 */
@NullMarked
package io.weir.contract.expression;

import org.jspecify.annotations.NullMarked;
