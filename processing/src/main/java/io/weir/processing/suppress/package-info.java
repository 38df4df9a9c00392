/**
 * Suppression, the last stage before the feeds. In: a batch. Out: the same batch, with marks on the
 * fields that storage or live does not receive: fields that are only aggregated, hidden fields and
 * suppressed values. Also appends values that were held back, and values restated because of a late
 * one.
 */
@NullMarked
package io.weir.processing.suppress;

import org.jspecify.annotations.NullMarked;
