/**
 * What a sender may send, and how much of it: pure logic, without sockets and clocks.
 *
 * <p>In: addresses, times, lines that were read, new series. Out: whether they may pass, and for what reason not; the figures of
 * each source. All state is bounded. A datagram costs no allocation, but for a few bytes to read an IPv6 address
 * ({@link io.weir.gateway.limit.SourceAddress}). Knows {@code contract} and nothing of the gateway.
 */
@NullMarked
package io.weir.gateway.limit;

import org.jspecify.annotations.NullMarked;
