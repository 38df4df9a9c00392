/**
 * Where services meet: the topics, the headers of their records, and how topics come into being.
 *
 * <p>Comes in: a prefix, partition and replica counts. Goes out: declarations, records, created topics. May import: Kafka's
 * clients only.
 */
@NullMarked
package io.weir.contract.topic;

import org.jspecify.annotations.NullMarked;
