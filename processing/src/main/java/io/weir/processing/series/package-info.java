/**
 * The model of processing: what the rules make of a series (its plan, compiled once at first sight), what is remembered of
 * it (its state), all series of a task, and the batch view that passes from stage to stage. Imports the contract and the
 * logic of windows, suppression and log time; nothing of Kafka.
 */
@NullMarked
package io.weir.processing.series;

import org.jspecify.annotations.NullMarked;
