package io.weir.gateway.consume;

/**
 * A message of a broker.
 *
 * @param number increases from message to message of a {@link Subscription}; above 0
 * @param time when the sender wrote it, since the epoch in seconds, or in a smaller unit that its size
 *     shows; {@link #NO_TIME} if unknown
 * @param id from the sender, or empty
 * @param topic where the sender sent it; empty if that is of no use
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Message(long number, byte[] body, long time, String id, String topic) {
    /** For messages without a time. */
    public static final long NO_TIME = Long.MIN_VALUE;
}
