package io.weir.gateway.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.weir.gateway.limit.AllowList;

/**
 * Reasons for rejecting calls, as they are counted, and the status that states them.
 *
 * @param isForLater whether the sender is asked to send again
 */
record RefusedCall(String reason, Status status, boolean isForLater) {
    private static final long RETRY_AFTER_SECONDS = 1;
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    static final RefusedCall UNAUTHORIZED = new RefusedCall(
            "unauthorized",
            Status.UNAUTHENTICATED.withDescription("a token is required: authorization: Bearer TOKEN"),
            false);
    static final RefusedCall NO_ROOM = new RefusedCall(
            "no-room",
            Status.RESOURCE_EXHAUSTED.withDescription(
                    "Kafka accepts less than the gateway receives; nothing was accepted: send it again"),
            true);
    /** Unavailable, because gRPC drops the delay; without it, an exhausted resource is for ever. */
    static final RefusedCall NO_MEMORY = new RefusedCall(
            "no-room",
            Status.UNAVAILABLE.withDescription(
                    "the messages of unfinished calls exceed bodies-bytes; nothing was accepted: send it again"),
            true);

    static final RefusedCall NOT_SAFE = new RefusedCall(
            "not-safe-in-time",
            Status.UNAVAILABLE.withDescription(
                    "the lines were accepted, but are not known to be safe: send them again"),
            true);
    static final RefusedCall TOO_SLOW = new RefusedCall(
            "too-slow", Status.DEADLINE_EXCEEDED.withDescription("the call did not arrive in time"), false);
    static final RefusedCall NO_MESSAGE = new RefusedCall(
            "unreadable-request",
            Status.INVALID_ARGUMENT.withDescription("a call has exactly one message, plain or gzip"),
            false);

    static RefusedCall tooLarge(int maxBytes) {
        return new RefusedCall(
                "body-too-large",
                Status.RESOURCE_EXHAUSTED.withDescription(
                        "a message may have at most " + maxBytes + " bytes, also unpacked: send smaller batches"),
                false);
    }

    /** The refusal of a sender: permanently by an allow-list, or temporarily by a budget. */
    static RefusedCall keptOut(String reason) {
        return reason.equals(AllowList.NOT_ALLOWED)
                ? new RefusedCall(reason, Status.PERMISSION_DENIED.withDescription("this address may not write"), false)
                : new RefusedCall(
                        reason,
                        Status.RESOURCE_EXHAUSTED.withDescription(
                                "this address exceeds its limit; nothing was accepted: send it again later"),
                        true);
    }

    /** The metadata after the status: the delay after which the sender shall send again. */
    Metadata trailers() {
        Metadata trailers = new Metadata();
        if (isForLater) {
            RetryInfo retry = RetryInfo.newBuilder()
                    .setRetryDelay(Duration.newBuilder().setSeconds(RETRY_AFTER_SECONDS))
                    .build();
            trailers.put(
                    DETAILS,
                    com.google.rpc.Status.newBuilder()
                            .setCode(status.getCode().value())
                            .setMessage(String.valueOf(status.getDescription()))
                            .addDetails(Any.pack(retry))
                            .build()
                            .toByteArray());
        }
        return trailers;
    }
}
