/**
 * Common parts of all stages between reading and writing. In: a batch. Out: the same batch,
 * modified in place. The stages themselves are pure and have packages of their own, which do not
 * import each other.
 */
@NullMarked
package io.weir.processing.stage;

import org.jspecify.annotations.NullMarked;
