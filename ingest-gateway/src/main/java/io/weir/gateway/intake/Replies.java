package io.weir.gateway.intake;

/**
 * The way back to the sender of the messages that a mapping takes at the moment. Belongs to the
 * thread of the mapping.
 */
public interface Replies {
    /**
     * Sends bytes after the messages are taken. Drops and counts them if the sender does not read its
     * replies, so that such a sender neither uses unlimited memory nor delays others.
     *
     * @param bytes not retained
     */
    void send(byte[] bytes, int from, int to);

    /** Closes the connection after the messages that have arrived are taken and answered. */
    void end();
}
