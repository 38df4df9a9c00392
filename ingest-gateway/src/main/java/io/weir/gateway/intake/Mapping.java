package io.weir.gateway.intake;

import io.weir.gateway.intake.stamp.ReceiveClock;
import java.net.SocketAddress;

/**
 * Turns messages of a text protocol into lines. It knows nothing of the transport, which separates
 * the messages. Belongs to one thread.
 */
public interface Mapping {

    /** Creates the mapping of one thread, which writes to the thread's intake. */
    @FunctionalInterface
    interface Factory {
        Mapping to(LineIntake lines);
    }

    /** The same for a protocol with replies to the senders. */
    @FunctionalInterface
    interface ReplyingFactory {
        Mapping to(LineIntake lines, Replies replies);
    }

    /**
     * Takes whole messages. Each becomes a line of {@link #lines}, or is refused there. Never throws
     * because of its content.
     *
     * @param bytes not retained; the caller may reuse them afterwards
     * @param source the sender's address
     * @param receivedNanos receive time since the epoch, by the {@link ReceiveClock}
     */
    void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);

    /** The intake that receives the lines. */
    LineIntake lines();
}
