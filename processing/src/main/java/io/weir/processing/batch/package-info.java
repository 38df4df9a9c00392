/**
 * The batches of a partition as records: which of them the partition has had. In: names of batches, from record headers. Out: whether a
 * batch is new, and how many are missing. Pure.
 */
@NullMarked
package io.weir.processing.batch;

import org.jspecify.annotations.NullMarked;
