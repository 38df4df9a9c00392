/**
 * Suppression: which values a feed can do without, because they say nothing new or come too often. In: the values of a field
 * in order of arrival. Out: for each, a verdict. Pure logic: imports nothing of Kafka.
 */
@NullMarked
package io.weir.processing.repeat;

import org.jspecify.annotations.NullMarked;
