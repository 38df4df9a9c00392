package io.weir.gateway.http;

import io.netty.channel.EventLoop;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.WaitingSenders;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.SocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * State that the requests of one event loop share: the intake, and the requests that wait until
 * their lines are safe.
 */
final class WriteLoop {
    private final EventLoop loop;
    private final Intakes intakes;
    private final LineIntake intake;
    private final WaitingSenders senders;

    WriteLoop(EventLoop loop, Intakes intakes) {
        this.loop = loop;
        this.intakes = intakes;
        this.intake = intakes.next(loop).withReceipts();
        this.senders = new WaitingSenders(loop, intake);
    }

    /** The reason why nothing from this sender is accepted now; null if it may send. */
    @Nullable
    String keepsOut(SocketAddress source) {
        return intake.keepsOut(source);
    }

    boolean hasRoom() {
        return intakes.queue().hasRoom();
    }

    /**
     * Consumes the lines of a body. Returns the number of accepted lines; reports the others to
     * {@code bad}.
     */
    int take(byte[] body, int length, StampUnit unit, SocketAddress source, BadLines bad) {
        intakes.counts().bytes.add(length);
        return intake.lines(body, 0, length, unit, source, intakes.clock().nowNanos(), bad);
    }

    /** Consumes a body in another format. Returns the answer, for when its lines are safe. */
    Answer take(Head head, byte[] body, int length, SocketAddress source, BodyIntake bodies) {
        intakes.counts().bytes.add(length);
        return bodies.take(body, length, head, source, intakes.clock().nowNanos());
    }

    /** The consumer of this event loop's lines. */
    LineIntake intake() {
        return intake;
    }

    /** Runs the task on the event loop once the outcome of the lines received so far is known. */
    void whenKnown(Consumer<Receipt.Outcome> task) {
        senders.whenKnown(task);
    }

    /** Whether requests wait until their lines are safe. Any thread may call this. */
    boolean isWaiting() {
        return senders.isWaiting();
    }

    /** Hands over buffered lines, if this is its event loop. */
    void flushOn(EventLoop any) {
        if (any == loop) {
            intake.flush();
        }
    }
}
