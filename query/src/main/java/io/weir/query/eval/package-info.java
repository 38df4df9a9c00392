/**
 * Evaluates PromQL over any source of samples, with the semantics of Prometheus 2.42.
 *
 * <p>In: an {@link io.weir.query.promql.Expression} and a {@link io.weir.query.series.SeriesSource}. Out: a {@link
 * io.weir.query.eval.Result}. {@link io.weir.query.eval.Planner} turns the expression into nodes, which hold the samples
 * of the whole range and compute one step at a time. Some computations follow the source of Prometheus (Apache License
 * 2.0), so that results are equal. The package knows no store.
 */
@NullMarked
package io.weir.query.eval;

import org.jspecify.annotations.NullMarked;
