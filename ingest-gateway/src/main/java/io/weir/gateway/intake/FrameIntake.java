package io.weir.gateway.intake;

import java.net.SocketAddress;

/**
 * A protocol whose messages are frames with a length. It knows nothing of the transport, which cuts
 * the frames. Belongs to one thread.
 */
public interface FrameIntake {
    FrameHead head();

    /**
     * Whether the protocol has answers. A sender without answers waits while there is no room for its frame;
     * its next frame is read as soon as the lines of this one are taken.
     */
    default boolean hasAnswers() {
        return true;
    }

    /**
     * Consumes a frame. Its lines go to an intake with receipts, or are refused there. Never throws
     * because of its content.
     *
     * @param head not retained; complete, as {@link #head} has read it
     * @param body not retained
     * @return the answer, for when the lines are safe
     */
    FrameAnswer frame(byte[] head, byte[] body, int length, SocketAddress source, long receivedNanos);

    /** The answer to a frame of which nothing is safe, for the reason in {@code message}. */
    FrameAnswer refusal(String message);
}
