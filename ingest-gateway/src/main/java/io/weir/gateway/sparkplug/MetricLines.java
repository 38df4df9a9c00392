package io.weir.gateway.sparkplug;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.ChangeMarker;
import io.weir.contract.line.EndMarker;
import io.weir.contract.line.LineBounds;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.prometheus.SampleSpelling;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Writes metrics as fields of lines. Consecutive metrics with the same time share a line. A text has a
 * line of its own, which alone is refused if the text is too long. Belongs to one thread.
 */
final class MetricLines {
    private static final int HAND_OVER_BYTES = 64 << 10;
    /** A longer line is ended, so that limits do not refuse it. */
    private static final int USUAL_LINE_BYTES = 32 << 10;

    private final LineIntake lines;
    private final LineSpeller spelled = new LineSpeller(HAND_OVER_BYTES);
    private final MetricValue value = new MetricValue();
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private int lineStart;
    private long lineMillis;

    MetricLines(LineIntake lines) {
        this.lines = lines;
    }

    LineIntake intake() {
        return lines;
    }

    /** Begins the lines of a message. {@link #handOver} ends them. */
    void begin(SocketAddress broker, long nanos) {
        source = broker;
        receivedNanos = nanos;
        spelled.clear();
    }

    /** Writes a metric that has a value. */
    SparkplugError write(Publisher publisher, String name, int type, Metric metric, long millis) {
        SparkplugError error = value.take(metric, type);
        byte[] key = name.getBytes(UTF_8);
        if (error != SparkplugError.NONE) {
            return error;
        }
        if (key.length > LineBounds.STANDARD.nameBytes() || isMarker(name)) {
            return SparkplugError.BAD_NAME;
        }
        boolean isLong = spelled.length() - lineStart > USUAL_LINE_BYTES;
        if (millis != lineMillis || value.isText() || isLong) {
            endLine();
        }
        if (!spelled.hasFields()) {
            lineStart = spelled.length();
            lineMillis = millis;
            spelled.begun(publisher.series());
        }
        if (!spelled.fieldKey(key, 0, key.length)) {
            if (!spelled.hasFields()) {
                spelled.dropLine();
            }
            return SparkplugError.BAD_NAME;
        }
        value.write(spelled);
        if (value.isText()) {
            endLine();
        }
        publisher.wrote(millis);
        return SparkplugError.NONE;
    }

    /** Whether the name would make the line one that is about its series or its other fields. */
    private static boolean isMarker(String name) {
        return name.equals(EndMarker.FIELD) || name.equals(ChangeMarker.FIELD);
    }

    private void endLine() {
        if (spelled.hasFields()) {
            spelled.endLine(lineMillis);
        }
        if (spelled.length() >= HAND_OVER_BYTES) {
            handOver();
        }
    }

    /** Counts messages that did not arrive. */
    void missing(int messages) {
        lines.missing(messages, source);
    }

    /** Writes that a series has ended. */
    void end(byte[] series, long millis) {
        endLine();
        SampleSpelling.end(spelled, series, 0, series.length, millis);
    }

    /** Refuses a message, or a part of it. */
    void refuse(SparkplugError reason, String where, byte[] bytes, int from, int to) {
        byte[] before = (where + ' ').getBytes(UTF_8);
        byte[] text = Arrays.copyOf(before, before.length + to - from);
        System.arraycopy(bytes, from, text, before.length, to - from);
        lines.refuse(reason.code(), text, 0, text.length, before.length, source, receivedNanos);
    }

    /** Hands over all lines so far. */
    void handOver() {
        if (spelled.hasFields()) {
            spelled.endLine(lineMillis);
        }
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.MS, source, receivedNanos, RefusalListener.NONE);
        spelled.clear();
        lineStart = 0;
    }
}
