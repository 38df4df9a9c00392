/**
 * What a sender may send, and how much of it: pure logic, without sockets and clocks.
 *
 * <p>In: addresses, times, lines that were read, new series. Out: whether they may pass, and for what reason not; the figures of
 * each source. All state is bounded, and nothing is allocated for a datagram. Knows {@code contract} and nothing of the gateway.
 */
@NullMarked
package io.weir.gateway.limit;

import org.jspecify.annotations.NullMarked;
