/**
 * The groups of one partition: what series of a group have in common is gathered here, in windows of the farm's time, until the
 * partition's time has passed a window. In: values of series. Out: windows, complete for this partition. Pure logic: knows
 * nothing of Kafka.
 */
@NullMarked
package io.weir.processing.group;

import org.jspecify.annotations.NullMarked;
