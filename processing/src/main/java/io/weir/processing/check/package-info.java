/** Checks the values of lines against the types that rules declare. */
@NullMarked
package io.weir.processing.check;

import org.jspecify.annotations.NullMarked;
