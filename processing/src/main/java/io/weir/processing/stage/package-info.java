/**
 * What all stages between reading and writing have in common: a batch comes in, the stage works on it in place, the batch
 * goes on. The stages themselves are pure and live in packages of their own, which do not know each other.
 */
@NullMarked
package io.weir.processing.stage;

import org.jspecify.annotations.NullMarked;
