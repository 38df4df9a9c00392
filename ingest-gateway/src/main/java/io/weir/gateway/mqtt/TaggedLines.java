package io.weir.gateway.mqtt;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineText;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Adds the tags of a topic to lines, and hands them to the intake. Belongs to one thread. */
final class TaggedLines {
    private static final int PORTION_BYTES = 64 << 10;

    private final LineIntake lines;
    private final LineReader line = new LineReader();
    private final LineText text = new LineText(2 * PORTION_BYTES);
    private final LineRoom room = new LineRoom();
    private byte[] tags = {};
    private StampUnit unit = StampUnit.NS;
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;

    TaggedLines(LineIntake lines) {
        this.lines = lines;
    }

    /**
     * Begins a message of this length.
     *
     * @param tags with a comma before each
     * @param unit of the lines' timestamps
     */
    void begin(int messageBytes, byte[] tags, StampUnit unit, SocketAddress source, long receivedNanos) {
        room.begin(messageBytes);
        this.tags = tags;
        this.unit = unit;
        this.source = source;
        this.receivedNanos = receivedNanos;
    }

    /** Hands over whole lines, {@code bytes[from, to)}, in the same portions each time. */
    void write(byte[] bytes, int from, int to) {
        if (tags.length == 0) {
            handOver(bytes, from, to);
            return;
        }
        line.wrap(bytes, from, to);
        while (line.next()) {
            if (line.error() != LineError.NONE) {
                // The intake refuses these bytes alone, for the same reason.
                handOver();
                handOver(bytes, line.lineStart(), line.lineEnd());
                continue;
            }
            room.take(line.lineEnd() - line.seriesStart() + tags.length);
            if (room.isUsedUp()) {
                handOver();
                refuse(MqttError.LINES_TOO_LONG, bytes, line.lineStart(), line.lineEnd(), line.lineStart());
            } else {
                add();
            }
        }
        handOver();
    }

    private void add() {
        text.put(line.bytes(), line.seriesStart(), line.seriesEnd());
        text.put(tags);
        text.put(line.bytes(), line.seriesEnd(), line.lineEnd());
        text.put('\n');
        if (text.length() >= PORTION_BYTES) {
            handOver();
        }
    }

    private void handOver() {
        handOver(text.bytes(), 0, text.length());
        text.clear();
    }

    private void handOver(byte[] bytes, int from, int to) {
        lines.lines(bytes, from, to, unit, source, receivedNanos, RefusalListener.NONE);
    }

    private void refuse(MqttError error, byte[] bytes, int from, int to, int at) {
        lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
    }
}
