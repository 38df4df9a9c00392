/**
 * Suppression by change: what of a series need not be stored because it says nothing new. In: fields of a series in order
 * of arrival. Out: for each, keep or leave out. Pure logic: imports nothing of Kafka.
 */
@NullMarked
package io.weir.processing.repeat;

import org.jspecify.annotations.NullMarked;
