/**
 * Series in stores with the API of Prometheus, such as Prometheus, VictoriaMetrics, Mimir and Thanos. Only selectors
 * and ranges are sent to them: their own evaluations differ.
 *
 * <p>In: matchers and times. Out: series, by {@code /api/v1/query} and {@code /api/v1/series}.
 */
@NullMarked
package io.weir.query.prometheus;

import org.jspecify.annotations.NullMarked;
