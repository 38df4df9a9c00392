/**
 * UDP inputs: sockets, event loops and their timers, for any protocol in the datagrams.
 *
 * <p>In: datagrams. Out: their bytes, source and receive time, to the
 * {@link io.weir.gateway.intake.DatagramIntake} of the event loop.
 */
@NullMarked
package io.weir.gateway.udp;

import org.jspecify.annotations.NullMarked;
