/**
 * The common part of stores: requests over HTTP within the time of an evaluation, and the tables, samples and conditions
 * of one answer.
 *
 * <p>In: an address and a request. Out: the stream of an answer, or an {@link
 * io.weir.query.series.EvaluationException}. The package knows no dialect.
 */
@NullMarked
package io.weir.query.store;

import org.jspecify.annotations.NullMarked;
