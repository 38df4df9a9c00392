/**
 * The model of processing. In: lines, rules and the farm's state. Out: for each series a plan,
 * compiled when it is first seen, and a state; all series of a task; and the batch view that passes
 * from stage to stage. Imports the contract and the logic of windows, suppression and log time;
 * nothing from Kafka.
 */
@NullMarked
package io.weir.processing.series;

import org.jspecify.annotations.NullMarked;
