package io.weir.gateway.exec;

import io.weir.gateway.intake.InTurn;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineCutter;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.intake.NamedPlace;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.util.function.Function;

/** Hands the output of a command to an intake of its own. Belongs to one thread. */
final class CommandHandover implements LineCutter.Lines {
    private static final String TOO_LONG = "message-too-long";

    private final InTurn inTurn = new InTurn();
    private final NamedPlace place;
    private final LineIntake lines;
    private final MessageIntake mapping;
    private final PublishQueue queue;
    private final ReceiveClock clock;

    CommandHandover(CommandSettings settings, Intakes intakes, Function<LineIntake, MessageIntake> mapping) {
        this.place = new NamedPlace(settings.toString());
        this.lines = intakes.next(inTurn);
        this.mapping = mapping.apply(lines);
        this.queue = intakes.queue();
        this.clock = intakes.clock();
    }

    /** Whether there is room for more lines. */
    boolean hasRoom() {
        return queue.hasRoom();
    }

    /** Hands over the output of a run. */
    void output(byte[] bytes, int length) {
        inTurn.execute(() -> {
            lines.counts().bytes.add(length);
            mapping.message(bytes, 0, length, place, clock.nowNanos());
            lines.flush();
        });
    }

    /** Hands over the lines in the next part of an output. */
    void lines(byte[] bytes, int length, LineCutter cutter) {
        inTurn.execute(() -> {
            lines.counts().bytes.add(length);
            cutter.take(bytes, 0, length, this);
        });
    }

    /** Hands over a last line without a newline. */
    void finish(LineCutter cutter) {
        inTurn.execute(() -> {
            cutter.finish(this);
            lines.flush();
        });
    }

    /** Hands over what was output so far. */
    void flushLines() {
        inTurn.execute(lines::flushLines);
    }

    /** Hands over everything, because nothing follows. */
    void flush() {
        inTurn.execute(lines::flush);
    }

    @Override
    public void line(byte[] bytes, int from, int to, int end) {
        mapping.message(bytes, from, to, place, clock.nowNanos());
    }

    @Override
    public void tooLong(byte[] bytes, int from, int to) {
        lines.refuse(TOO_LONG, bytes, from, to, to, place, clock.nowNanos());
    }
}
