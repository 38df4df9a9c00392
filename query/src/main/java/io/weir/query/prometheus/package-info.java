/**
 * Series in stores with the API of Prometheus, such as Prometheus, VictoriaMetrics, Mimir and Thanos. For
 * queries in PromQL, only selectors and ranges are sent to them: their own evaluations differ. For windows and last values,
 * they compute means and counts of ranges.
 *
 * <p>In: matchers and times. Out: series, windows and last values, by {@code query}, {@code query_range}, {@code series}
 * and {@code label/__name__/values} of {@code /api/v1}.
 */
@NullMarked
package io.weir.query.prometheus;

import org.jspecify.annotations.NullMarked;
