/**
 * Series of samples, and the interfaces of their sources. A {@link io.weir.query.series.SeriesSource} answers selectors
 * within an {@link io.weir.query.series.Allowance}. A {@link io.weir.query.series.SeriesStore} lists its series, too. A
 * {@link io.weir.query.series.Matcher} is a part of a selector. Knows neither the language of queries nor a store.
 */
@NullMarked
package io.weir.query.series;

import org.jspecify.annotations.NullMarked;
