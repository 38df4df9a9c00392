/**
 * Defines the topics between the services, the headers of their records, and the creation of
 * topics.
 *
 * <p>In: a prefix, partition and replica counts. Out: declarations, records, created topics. May
 * import: Kafka's clients only.
 */
@NullMarked
package io.weir.contract.topic;

import org.jspecify.annotations.NullMarked;
