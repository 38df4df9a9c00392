/**
 * Stage that converts values. In: a batch as it was read. Out: the same batch with converted values
 * in place of those that rules match. May import the batch, conversions and meters, but no other
 * stage.
 */
@NullMarked
package io.weir.processing.convert;

import org.jspecify.annotations.NullMarked;
