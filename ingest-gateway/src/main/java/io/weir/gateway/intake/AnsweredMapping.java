package io.weir.gateway.intake;

import java.net.SocketAddress;

/** A {@link Mapping} that also takes whole messages, and says what of them was refused. */
public interface AnsweredMapping extends Mapping {
    /**
     * Takes one message, as {@link MessageIntake} does.
     *
     * @return what was refused
     */
    RefusedRecords message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos);

    /** Takes messages of one line each. */
    @Override
    default void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        for (int at = from; at < to; ) {
            int end = Words.lineEnd(bytes, at, to);
            message(bytes, at, end, source, receivedNanos);
            at = end + 1;
        }
    }
}
