/**
 * Last stage: the feeds. In: a batch. Out: line batches to storage, live and alarming, each on the input's partition, marked
 * with the input's offset so that alarming can tell a repeat.
 */
@NullMarked
package io.weir.processing.feed;

import org.jspecify.annotations.NullMarked;
