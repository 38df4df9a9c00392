package io.weir.gateway.http;

import io.netty.channel.EventLoop;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Receipt;
import io.weir.gateway.intake.StampUnit;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of one event loop share: the intake, and those that wait until their lines are safe. What came in one turn of
 * the loop is handed on, and becomes safe, together.
 */
final class WriteLoop {
    private final EventLoop loop;
    private final Intakes intakes;
    private final LineIntake intake;
    private final AtomicInteger unsafe = new AtomicInteger();
    private List<Consumer<Receipt.Outcome>> waiting = new ArrayList<>();

    WriteLoop(EventLoop loop, Intakes intakes) {
        this.loop = loop;
        this.intakes = intakes;
        this.intake = intakes.next(loop, StampUnit.NS).withReceipts();
    }

    /** Why nothing of this sender may come in now; null if it may. */
    @Nullable
    String keepsOut(SocketAddress source) {
        return intake.keepsOut(source);
    }

    boolean hasRoom() {
        return intakes.handOff().hasRoom();
    }

    /** Takes the lines of a body, and says how many; the others are told to {@code bad}. */
    int take(byte[] body, int length, StampUnit unit, SocketAddress source, BadLines bad) {
        intakes.counts().bytes.add(length);
        return intake.lines(body, 0, length, unit, source, intakes.clock().nowNanos(), bad);
    }

    /** Has a body taken in that is no line protocol; says whether all of it could be read. */
    boolean take(byte[] body, int length, SocketAddress source, BodyIntake bodies) {
        intakes.counts().bytes.add(length);
        return bodies.take(body, 0, length, source, intakes.clock().nowNanos());
    }

    /** Where the lines of this event loop go. */
    LineIntake intake() {
        return intake;
    }

    /** Tells on the event loop what became of the lines taken so far, once that is known. */
    void whenKnown(Consumer<Receipt.Outcome> task) {
        if (waiting.isEmpty()) {
            loop.execute(this::handOn);
        }
        waiting.add(task);
        unsafe.incrementAndGet();
    }

    /** Hands on what was gathered; later in the same turn of the loop, so that the requests of a turn share it. */
    private void handOn() {
        List<Consumer<Receipt.Outcome>> answers = waiting;
        waiting = new ArrayList<>();
        intake.takeReceipt().close(outcome -> {
            try {
                loop.execute(() -> tell(answers, outcome));
            } catch (RejectedExecutionException e) {
                // The door was closed, and its connections with it: the senders send again.
            }
        });
    }

    private void tell(List<Consumer<Receipt.Outcome>> answers, Receipt.Outcome outcome) {
        unsafe.addAndGet(-answers.size());
        answers.forEach(answer -> answer.accept(outcome));
    }

    /** Whether requests wait until their lines are safe; for any thread. */
    boolean isWaiting() {
        return unsafe.get() > 0;
    }

    /** Hands on what was gathered, if this is its event loop. */
    void flushOn(EventLoop any) {
        if (any == loop) {
            intake.flush();
        }
    }
}
