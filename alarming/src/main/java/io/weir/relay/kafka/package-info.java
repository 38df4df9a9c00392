/** The sink Kafka. In: messages. Out: records of another cluster, acknowledged by all replicas. */
@NullMarked
package io.weir.relay.kafka;

import org.jspecify.annotations.NullMarked;
