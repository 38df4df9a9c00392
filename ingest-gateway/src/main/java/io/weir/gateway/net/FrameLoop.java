package io.weir.gateway.net;

import io.netty.channel.EventLoop;
import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.FrameIntake;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.WaitingSenders;
import io.weir.gateway.intake.batch.Receipt;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State that the connections of one event loop share: the intake, and the frames that wait for room, or
 * until their lines are safe.
 */
final class FrameLoop {
    private final EventLoop loop;
    private final Intakes intakes;
    private final LineIntake intake;
    private final FrameIntake frames;
    private final WaitingSenders senders;
    private final AtomicInteger waitingFrames = new AtomicInteger();
    private volatile boolean isEnding;

    FrameLoop(EventLoop loop, Intakes intakes, Function<LineIntake, FrameIntake> protocol) {
        this.loop = loop;
        this.intakes = intakes;
        this.intake = intakes.next(loop).withReceipts();
        this.frames = protocol.apply(intake);
        this.senders = new WaitingSenders(loop, intake);
    }

    FrameHead head() {
        return frames.head();
    }

    boolean hasAnswers() {
        return frames.hasAnswers();
    }

    void countBytes(int bytes) {
        intakes.counts().bytes.add(bytes);
    }

    /** The reason why nothing from this sender is accepted now; null if it may send. */
    @Nullable
    String keepsOut(SocketAddress source) {
        return intake.keepsOut(source);
    }

    boolean hasRoom() {
        return intakes.queue().hasRoom();
    }

    /** Whether a frame without an answer may be taken now. At shutdown always true. */
    boolean mayTake(SocketAddress source) {
        return isEnding || (hasRoom() && keepsOut(source) == null);
    }

    void begunToWait() {
        waitingFrames.incrementAndGet();
    }

    void endedToWait() {
        waitingFrames.decrementAndGet();
    }

    /** From now on, frames do not wait for room. Any thread may call this. */
    void end() {
        isEnding = true;
    }

    /** Consumes a frame. Returns the answer, for when its lines are safe. */
    FrameAnswer take(byte[] head, Body body, SocketAddress source) {
        return frames.frame(
                head, body.bytes(), body.length(), source, intakes.clock().nowNanos());
    }

    FrameAnswer refusal(String message) {
        return frames.refusal(message);
    }

    /** Runs the task on the event loop once the outcome of the lines received so far is known. */
    void whenKnown(Consumer<Receipt.Outcome> task) {
        senders.whenKnown(task);
    }

    /** Whether frames wait for room, or until their lines are safe. Any thread may call this. */
    boolean isWaiting() {
        return waitingFrames.get() > 0 || senders.isWaiting();
    }

    /** Hands over buffered lines, if this is its event loop. */
    void flushOn(EventLoop any) {
        if (any == loop) {
            intake.flush();
        }
    }
}
