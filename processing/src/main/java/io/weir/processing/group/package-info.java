/**
 * Windows over groups of series in one partition. Windows follow log time and stay open until the
 * partition's time has passed them. In: values of series. Out: windows, complete for this
 * partition. Pure logic without Kafka.
 */
@NullMarked
package io.weir.processing.group;

import org.jspecify.annotations.NullMarked;
