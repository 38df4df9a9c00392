package io.weir.gateway.intake;

import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.spelling.LineText;
import java.util.Arrays;

/** Tags that all lines of a message get, such as those of its topic. Belongs to one thread. */
final class MessageTags {
    /** Rejection reason: the tags make the lines of a message too long. */
    static final String TOO_LONG = "tagged-lines-too-long";

    private final LineText series = new LineText(256);
    private final LineRoom room = new LineRoom();
    private byte[] tags = {};

    /** Begins a message of this length. Each tag has a comma before it. */
    void begin(byte[] tags, int messageBytes) {
        this.tags = tags;
        room.begin(messageBytes);
    }

    boolean isEmpty() {
        return tags.length == 0;
    }

    int length() {
        return tags.length;
    }

    /** Whether the lines of the message, with this one and the tags, are still short enough. */
    boolean haveRoom(LineReader line) {
        room.take(line.lineEnd() - line.seriesStart() + tags.length);
        return !room.isUsedUp();
    }

    /** Adds the tags to a series. */
    void join(byte[] bytes, int from, int to) {
        series.clear();
        series.put(bytes, from, to);
        series.put(tags);
    }

    /** The series that was joined last, of {@link #seriesLength} bytes. */
    byte[] series() {
        return series.bytes();
    }

    int seriesLength() {
        return series.length();
    }

    /** A line of which the series was joined last. */
    byte[] tagged(LineReader line) {
        byte[] whole = Arrays.copyOf(series.bytes(), series.length() + line.lineEnd() - line.seriesEnd());
        System.arraycopy(line.bytes(), line.seriesEnd(), whole, series.length(), line.lineEnd() - line.seriesEnd());
        return whole;
    }
}
