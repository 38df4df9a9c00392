/**
 * Suppression: the stage ({@link io.weir.processing.suppress.Suppressor}), its compiled rules, and the
 * filters that decide which values a feed does not need, because they are redundant or too frequent.
 * In: the values of a field in order of arrival. Out: a verdict for each, and values that were held
 * back.
 *
 * <p>Pure logic: imports neither Kafka nor another stage. {@link
 * io.weir.processing.suppress.SuppressibleMetrics} and {@link
 * io.weir.processing.suppress.FilteredSeries} are all that it knows of series.
 */
@NullMarked
package io.weir.processing.suppress;

import org.jspecify.annotations.NullMarked;
