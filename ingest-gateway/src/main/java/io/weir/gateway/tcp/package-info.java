/**
 * The TCP input: connections that send line protocol, one line after the other.
 *
 * <p>In: bytes of connections, split at arbitrary places. Out: whole lines, to the
 * {@link io.weir.gateway.intake.LineIntake} of the event loop. Reading stops while the queue has
 * no room. TCP then makes senders wait, so nothing is dropped.
 * {@link io.weir.gateway.tcp.LineFraming} is pure logic.
 */
@NullMarked
package io.weir.gateway.tcp;

import org.jspecify.annotations.NullMarked;
