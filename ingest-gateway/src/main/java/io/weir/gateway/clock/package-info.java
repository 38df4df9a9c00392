/** What time Kafka's brokers have. */
@NullMarked
package io.weir.gateway.clock;

import org.jspecify.annotations.NullMarked;
