/**
 * The common part of inputs that consume messages from a broker and acknowledge them.
 *
 * <p>In: the messages of a {@link io.weir.gateway.consume.Subscription}. Out: their lines, for the
 * intake, and acknowledgements to the broker once Kafka has the lines. So each message is consumed at
 * least once, and each time with the same timestamps. Knows no protocol.
 */
@NullMarked
package io.weir.gateway.consume;

import org.jspecify.annotations.NullMarked;
