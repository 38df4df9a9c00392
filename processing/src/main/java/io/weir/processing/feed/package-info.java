/**
 * Last stage: writes the feeds. In: a batch. Out: line batches for storage, live and alarming, each
 * on the input's partition. Headers carry the input's offset, so that alarming detects repeated
 * records.
 */
@NullMarked
package io.weir.processing.feed;

import org.jspecify.annotations.NullMarked;
