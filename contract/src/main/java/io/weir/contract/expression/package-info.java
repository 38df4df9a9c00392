/**
 * Arithmetic over named numbers, as rules write it: {@code used / total * 100}.
 *
 * <p>In comes the text of a person; out comes a formula over a {@code double[]} that allocates nothing, always ends and never
 * throws, or a refusal that says where in the text what is wrong. EvalEx finds tokens and precedence; nothing of it is left in a
 * formula. Imports EvalEx and the contract's refusals.
 */
@NullMarked
package io.weir.contract.expression;

import org.jspecify.annotations.NullMarked;
