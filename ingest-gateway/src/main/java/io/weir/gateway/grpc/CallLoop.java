package io.weir.gateway.grpc;

import io.grpc.Metadata;
import io.netty.channel.EventLoop;
import io.weir.contract.http.BearerTokens;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.WaitingSenders;
import io.weir.gateway.intake.batch.Receipt;
import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** State that the calls of one event loop share: the intake and the method that writes to it. */
final class CallLoop {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final EventLoop loop;
    private final Intakes intakes;
    private final LineIntake intake;
    private final WaitingSenders senders;
    private final UnaryMethod method;

    CallLoop(EventLoop loop, Intakes intakes, Function<LineIntake, UnaryMethod> methods) {
        this.loop = loop;
        this.intakes = intakes;
        this.intake = intakes.next(loop).withReceipts();
        this.senders = new WaitingSenders(loop, intake);
        this.method = methods.apply(intake);
    }

    EventLoop loop() {
        return loop;
    }

    /** The reason to refuse a call before its message arrives; null if it may be read. */
    @Nullable
    RefusedCall refuses(Metadata headers, SocketAddress source, BearerTokens tokens) {
        if (!tokens.allow(headers.get(AUTHORIZATION))) {
            return RefusedCall.UNAUTHORIZED;
        }
        String keptOut = intake.keepsOut(source);
        if (keptOut != null) {
            return RefusedCall.keptOut(keptOut);
        }
        return hasRoom() ? null : RefusedCall.NO_ROOM;
    }

    boolean hasRoom() {
        return intakes.queue().hasRoom();
    }

    /** Consumes a message. Returns the answer, for when its lines are safe. */
    Reply take(byte[] message, SocketAddress source) {
        intakes.counts().bytes.add(message.length);
        return method.take(message, source, intakes.clock().nowNanos());
    }

    void whenKnown(Consumer<Receipt.Outcome> task) {
        senders.whenKnown(task);
    }

    boolean isWaiting() {
        return senders.isWaiting();
    }

    /** Hands over buffered lines. */
    void flush() {
        intake.flush();
    }

    /** Counts a refused call. */
    void count(RefusedCall refused) {
        intakes.counts().rejectedConnections.add(refused.reason(), 1);
    }
}
