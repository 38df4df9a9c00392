/**
 * Suppression: decides which values a feed does not need, because they are redundant or too
 * frequent. In: the values of a field in order of arrival. Out: a verdict for each. Pure logic:
 * imports nothing from Kafka.
 */
@NullMarked
package io.weir.processing.suppress;

import org.jspecify.annotations.NullMarked;
