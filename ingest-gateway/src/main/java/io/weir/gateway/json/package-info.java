/**
 * Reads JSON that senders write.
 *
 * <p>In: bytes. Out: the tokens of each record, for the package that knows its meaning. The package
 * must not import Netty or Kafka.
 */
@NullMarked
package io.weir.gateway.json;

import org.jspecify.annotations.NullMarked;
