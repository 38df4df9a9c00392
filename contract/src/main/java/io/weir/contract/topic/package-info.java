/**
 * Defines the topics between the services, the headers of their records, the creation of topics, and
 * the rights that each service needs on them.
 *
 * <p>In: a prefix, partition and replica counts. Out: declarations, records, created topics, missing
 * rights. May import: Kafka's clients only.
 */
@NullMarked
package io.weir.contract.topic;

import org.jspecify.annotations.NullMarked;
