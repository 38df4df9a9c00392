/**
 * Conversion of values. In: a batch as it was read. Out: the same batch with other values in place of those that rules
 * convert. May import the batch, conversions and meters; knows no other stage.
 */
@NullMarked
package io.weir.processing.convert;

import org.jspecify.annotations.NullMarked;
