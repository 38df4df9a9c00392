/**
 * Calls to stores over HTTP, within the time and with the errors of an evaluation.
 *
 * <p>In: an address and a request. Out: the stream of an answer, or an {@link
 * io.weir.query.eval.EvaluationException}. The package knows no dialect.
 */
@NullMarked
package io.weir.query.store;

import org.jspecify.annotations.NullMarked;
