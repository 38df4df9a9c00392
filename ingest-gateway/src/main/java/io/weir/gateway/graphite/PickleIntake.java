package io.weir.gateway.graphite;

import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.FrameIntake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.path.KnownPaths;
import io.weir.gateway.path.Templates;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Reads frames of {@code [(path, (timestamp, value)), ...]}, as Python's pickle writes them. Each metric becomes a
 * line, or is refused alone. A pickle that has anything else is refused from there on. Allocates nothing for a known
 * path. Belongs to one thread.
 */
final class PickleIntake implements FrameIntake {
    private static final FrameAnswer NONE = new FrameAnswer(new byte[0], false);
    private static final FrameAnswer LAST = new FrameAnswer(new byte[0], true);
    private static final int HAND_OVER_BYTES = 64 << 10;
    /** As a line of the plaintext protocol. */
    private static final int MOST_PATH_BYTES = 8 << 10;

    private static final int MOST_NUMBER_BYTES = 400;
    private static final double MOST_SECONDS = Long.MAX_VALUE / 1e9 - 1;

    private final FrameHead head = new PickleHead();
    private final PickleReader pickle = new PickleReader();
    private final LineIntake lines;
    private final KnownPaths paths;
    /** A pickle repeats a text in a few bytes. */
    private final LineRoom room = new LineRoom();

    private final LineSpeller spelled = new LineSpeller(2 * HAND_OVER_BYTES);
    private byte[] bytes = {};
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;

    /** Writes lines to {@code lines}. */
    PickleIntake(LineIntake lines, Templates templates) {
        this.lines = lines;
        this.paths = new KnownPaths(templates, PathTags::read);
    }

    @Override
    public FrameHead head() {
        return head;
    }

    @Override
    public boolean hasAnswers() {
        return false;
    }

    /** Ends the connection, without a word. */
    @Override
    public FrameAnswer refusal(String message) {
        return LAST;
    }

    @Override
    public FrameAnswer frame(byte[] head, byte[] body, int length, SocketAddress sender, long nanos) {
        bytes = body;
        source = sender;
        receivedNanos = nanos;
        spelled.clear();
        pickle.wrap(body, length);
        room.begin(length);
        while (!room.isUsedUp() && pickle.next()) {
            GraphiteError error = pickle.isMetric() ? metric() : GraphiteError.NOT_A_METRIC;
            if (error != GraphiteError.NONE) {
                refuse(error, pickle.elementEnd());
            }
            if (spelled.length() >= HAND_OVER_BYTES) {
                handOver();
            }
        }
        if (room.isUsedUp()) {
            refuse(GraphiteError.REPEATS, length);
        } else if (!pickle.isWhole()) {
            refuse(GraphiteError.BROKEN_PICKLE, length);
        }
        handOver();
        bytes = new byte[0]; // Releases a large body early.
        return NONE;
    }

    private void refuse(GraphiteError error, int to) {
        lines.refuse(error.code(), bytes, pickle.elementStart(), to, pickle.at(), source, receivedNanos);
    }

    private void handOver() {
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        spelled.clear();
    }

    private GraphiteError metric() {
        room.take(pickle.textBytes());
        GraphiteError error = pickle.pathEnd() - pickle.pathStart() > MOST_PATH_BYTES
                ? GraphiteError.BAD_PATH
                : pickle.longestNumber() > MOST_NUMBER_BYTES ? GraphiteError.BAD_NUMBER : valueError();
        if (error != GraphiteError.NONE) {
            return error;
        }
        long nanos = nanos();
        error = GraphiteError.ofStamp(nanos);
        if (error != GraphiteError.NONE) {
            return error;
        }
        int before = spelled.length();
        error = GraphiteError.of(paths.begin(bytes, pickle.pathStart(), pickle.pathEnd(), spelled));
        if (error != GraphiteError.NONE) {
            return error;
        }
        room.take(spelled.length() - before);
        writeValue();
        if (nanos == GraphiteMapping.MINUS_ONE) {
            spelled.endLine();
        } else {
            spelled.endLine(nanos);
        }
        return GraphiteError.NONE;
    }

    private GraphiteError valueError() {
        if (pickle.valueKind() == PickleStack.TEXT) {
            return GraphiteError.of(FloatText.error(bytes, (int) pickle.valueFirst(), (int) pickle.valueSecond()));
        }
        boolean isFinite = pickle.valueKind() == PickleStack.INTEGER
                || Double.isFinite(Double.longBitsToDouble(pickle.valueFirst()));
        return isFinite ? GraphiteError.NONE : GraphiteError.NOT_FINITE;
    }

    private void writeValue() {
        switch (pickle.valueKind()) {
            case PickleStack.TEXT ->
                FloatText.write(bytes, (int) pickle.valueFirst(), (int) pickle.valueSecond(), spelled);
            case PickleStack.INTEGER -> spelled.value((double) pickle.valueFirst());
            default -> spelled.value(Double.longBitsToDouble(pickle.valueFirst()));
        }
    }

    private long nanos() {
        if (pickle.stampKind() == PickleStack.TEXT) {
            return SecondsText.nanos(bytes, (int) pickle.stampFirst(), (int) pickle.stampSecond());
        }
        if (pickle.stampKind() == PickleStack.INTEGER) {
            long seconds = pickle.stampFirst();
            return Math.abs((double) seconds) > MOST_SECONDS ? SecondsText.FAR : seconds * 1_000_000_000;
        }
        double seconds = Double.longBitsToDouble(pickle.stampFirst());
        if (!Double.isFinite(seconds)) {
            return SecondsText.BAD;
        }
        if (Math.abs(seconds) > MOST_SECONDS) {
            return SecondsText.FAR;
        }
        // A double has microseconds of today's time, and no nanoseconds.
        double whole = Math.floor(seconds);
        return ((long) whole) * 1_000_000_000 + Math.round((seconds - whole) * 1e6) * 1_000;
    }
}
