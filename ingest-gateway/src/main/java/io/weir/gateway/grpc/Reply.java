package io.weir.gateway.grpc;

import io.grpc.Status;

/**
 * The answer to a call.
 *
 * @param message of an answer of success, else empty
 */
@SuppressWarnings("ArrayRecordComponent") // Answers are never compared.
public record Reply(Status status, byte[] message) {
    private static final byte[] NOTHING = {};

    /** Success. */
    public static Reply ok(byte[] message) {
        return new Reply(Status.OK, message);
    }

    /** An invalid message: the sender must not send it again. */
    public static Reply invalid(String wrong) {
        return new Reply(Status.INVALID_ARGUMENT.withDescription(wrong), NOTHING);
    }
}
