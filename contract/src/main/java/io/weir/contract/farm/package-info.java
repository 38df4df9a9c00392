/**
 * What holds for the whole farm, such as the number of the run: in come the records of {@code control.state}, out goes a snapshot
 * of them as it stands in markers of {@code metrics.raw}. Knows neither Kafka nor rules.
 */
@NullMarked
package io.weir.contract.farm;

import org.jspecify.annotations.NullMarked;
