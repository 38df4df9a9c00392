/**
 * The UDP door: sockets, event loops and their timers; the only room that knows Netty.
 *
 * <p>In: datagrams. Out: their bytes, source and receive time, to the {@link io.weir.gateway.intake.LineIntake} of the event loop.
 */
@NullMarked
package io.weir.gateway.udp;

import org.jspecify.annotations.NullMarked;
