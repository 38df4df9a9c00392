/**
 * The model of processing: the plan of each series ({@link io.weir.processing.series.SeriesPlan}),
 * its state ({@link io.weir.processing.series.SeriesState}), all series of a task
 * ({@link io.weir.processing.series.SeriesStates}), and the batch that passes from stage to stage
 * ({@link io.weir.processing.series.MetricBatch}), which {@code RawReader} fills. In: lines,
 * rules and the farm's state. Out: the batch and the state of its series, which the stages read and
 * change.
 *
 * <p>A class named {@code …Rules} has compiled rules and is shared by all series to which the rules
 * apply. A class named {@code …Plan} belongs to one series.
 *
 * <p>Each stage declares in interfaces what it needs to know of a series, such as {@link
 * io.weir.processing.aggregate.AggregatableMetrics}; the classes here implement them. So this
 * package imports the stages (derive, aggregate, suppress), and they do not import it. It also
 * imports time, batch and account, and nothing from Kafka.
 */
@NullMarked
package io.weir.processing.series;

import org.jspecify.annotations.NullMarked;
