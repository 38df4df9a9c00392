/**
 * Folds the values set for the whole farm, such as the number of the run.
 *
 * <p>In: the records of {@code control.state}. Out: a snapshot of them, as markers of
 * {@code metrics.raw} contain it. Independent of Kafka and rules.
 */
@NullMarked
package io.weir.contract.farm;

import org.jspecify.annotations.NullMarked;
