/**
 * Suppression, the last stage before the feeds, for storage only. In: a batch. Out: the same batch, with the fields marked
 * that storage does not get: those that are aggregated instead, and those that only repeat their last value.
 */
@NullMarked
package io.weir.processing.suppress;

import org.jspecify.annotations.NullMarked;
