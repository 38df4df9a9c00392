/**
 * The input for senders on the same machine: a Unix datagram socket; Linux only.
 *
 * <p>In: datagrams of line protocol. Out: their bytes and receive time, to the
 * {@link io.weir.gateway.intake.LineIntake}.
 */
@NullMarked
package io.weir.gateway.unix;

import org.jspecify.annotations.NullMarked;
