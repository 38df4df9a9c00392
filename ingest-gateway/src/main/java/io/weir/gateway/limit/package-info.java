/**
 * Limits of senders: pure logic, without sockets and clocks.
 *
 * <p>In: addresses, times, lines that were read, new series. Out: whether they are accepted, else
 * the reason; the figures of each source. All state is bounded. A datagram causes no allocation
 * except a few bytes to read an IPv6 address ({@link io.weir.gateway.limit.SourceAddress}). The
 * package may import {@code contract} and nothing of the gateway.
 */
@NullMarked
package io.weir.gateway.limit;

import org.jspecify.annotations.NullMarked;
