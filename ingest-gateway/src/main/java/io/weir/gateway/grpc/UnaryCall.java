package io.weir.gateway.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.netty.util.concurrent.Future;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.net.Memory;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call: receives its message, and answers once its lines are safe. Reserves memory for the
 * unpacked message until its lines are accepted. Use only on the event loop.
 */
final class UnaryCall extends ServerCall.Listener<Message> {
    /** One more than a call has, to detect more. */
    private static final int MESSAGES = 2;

    private final ServerCall<Message, byte[]> call;
    private final CallLoop loop;
    private final SocketAddress source;
    private final int maxBytes;
    private final Memory memory;
    private final Future<?> deadline;
    private @Nullable Message message;
    /** Bytes reserved for the message. */
    private int reserved;
    /** Whether the lines are accepted, and only their outcome is unknown. */
    private boolean isTaken;

    private boolean isAnswered;

    UnaryCall(
            ServerCall<Message, byte[]> call,
            CallLoop loop,
            SocketAddress source,
            int maxBytes,
            Memory memory,
            Duration timeout) {
        this.call = call;
        this.loop = loop;
        this.source = source;
        this.maxBytes = maxBytes;
        this.memory = memory;
        this.deadline = loop.loop().schedule(this::timeOut, timeout.toNanos(), TimeUnit.NANOSECONDS);
        call.request(MESSAGES);
    }

    @Override
    public void onMessage(Message received) {
        if (isAnswered) {
            return;
        }
        if (message != null) {
            refuse(RefusedCall.NO_MESSAGE);
        } else if (memory.reserve(received.size())) {
            message = received;
            reserved = received.size();
        } else {
            refuse(RefusedCall.NO_MEMORY);
        }
    }

    @Override
    public void onHalfClose() {
        if (isAnswered) {
            return;
        }
        if (message instanceof Message.Bytes whole) {
            take(whole.bytes());
        } else {
            refuse(message instanceof Message.TooLarge ? RefusedCall.tooLarge(maxBytes) : RefusedCall.NO_MESSAGE);
        }
        dropMessage();
    }

    private void take(byte[] bytes) {
        if (!loop.hasRoom()) {
            refuse(RefusedCall.NO_ROOM);
            return;
        }
        Reply reply = loop.take(bytes, source);
        isTaken = true;
        loop.whenKnown(outcome -> answer(outcome, reply));
    }

    private void answer(Receipt.Outcome outcome, Reply reply) {
        switch (outcome) {
            case SAFE -> answer(reply);
            case REFUSED ->
                answer(
                        reply.status().isOk()
                                ? Reply.invalid("a line is too large for its topic in Kafka; all others are accepted")
                                : reply);
            case NOT_SAFE -> refuse(RefusedCall.NOT_SAFE);
        }
    }

    private void answer(Reply reply) {
        if (!isAnswered) {
            end();
            if (reply.status().isOk()) {
                call.sendHeaders(new Metadata());
                call.sendMessage(reply.message());
            }
            call.close(reply.status(), new Metadata());
        }
    }

    private void refuse(RefusedCall refused) {
        if (!isAnswered) {
            end();
            refuse(call, loop, refused);
        }
    }

    /** Answers a call that was refused. */
    static void refuse(ServerCall<Message, byte[]> call, CallLoop loop, RefusedCall refused) {
        loop.count(refused);
        Status status = refused.status();
        call.close(status, refused.trailers());
    }

    private void timeOut() {
        refuse(isTaken ? RefusedCall.NOT_SAFE : RefusedCall.TOO_SLOW);
    }

    @Override
    public void onCancel() {
        end();
    }

    private void end() {
        isAnswered = true;
        dropMessage();
        deadline.cancel(false);
    }

    private void dropMessage() {
        message = null;
        memory.free(reserved);
        reserved = 0;
    }
}
