package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.Replies;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.opentsdb.OpenTsdbError.Part;
import io.weir.gateway.path.Templates;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Reads {@code put metric timestamp value tag=value …}, one on each line, and the commands that
 * clients use. Replies to commands and to points that are refused, as OpenTSDB does. Allocates
 * nothing for a point of a known series.
 */
public final class TelnetMapping implements Mapping {
    private static final byte[] PUT = "put".getBytes(US_ASCII);
    private static final byte[] NOTHING = {};

    /** Bytes of a message that a reply repeats. */
    private static final int MOST_REPEATED = 100;

    private final LineIntake lines;
    private final PointLines points;
    private final Replies replies;
    private final Point point = new Point();
    private final ByteText reply = new ByteText(256);
    private byte[] bytes = NOTHING;
    private long receivedNanos;

    /** Writes lines to {@code lines}. */
    public TelnetMapping(LineIntake lines, Templates templates, Replies replies) {
        this.lines = lines;
        this.replies = replies;
        this.points = new PointLines(lines, templates, this::replyRefused);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    @Override
    public void messages(byte[] messages, int from, int to, SocketAddress source, long nanos) {
        bytes = messages;
        receivedNanos = nanos;
        points.begin(source, nanos);
        for (int at = from; at < to; ) {
            int end = Words.lineEnd(bytes, at, to);
            message(at, end);
            at = end + 1;
        }
        points.handOver();
        bytes = NOTHING;
    }

    private void message(int from, int to) {
        int command = Words.start(bytes, from, to);
        if (command == to) {
            return;
        }
        int commandEnd = Words.end(bytes, command, to);
        if (!Arrays.equals(bytes, command, commandEnd, PUT, 0, PUT.length)) {
            command(command, commandEnd, to);
            return;
        }
        point.begin(command);
        point.end(to);
        OpenTsdbError error = read(commandEnd, to);
        if (error == OpenTsdbError.NONE) {
            error = points.add(point);
        }
        if (error != OpenTsdbError.NONE) {
            points.refuse(error, bytes, command, to, point.place(error.part()));
            replyRefused(error.code(), command, to);
        }
    }

    private OpenTsdbError read(int from, int to) {
        int metric = Words.start(bytes, from, to);
        int metricEnd = Words.end(bytes, metric, to);
        int stamp = Words.start(bytes, metricEnd, to);
        int stampEnd = Words.end(bytes, stamp, to);
        int value = Words.start(bytes, stampEnd, to);
        int valueEnd = Words.end(bytes, value, to);
        if (value == to) {
            return OpenTsdbError.NOT_A_POINT;
        }
        part(Part.METRIC, point.metric(), metric, metricEnd);
        part(Part.TIMESTAMP, point.timestamp(), stamp, stampEnd);
        part(Part.VALUE, point.value(), value, valueEnd);
        for (int tag = Words.start(bytes, valueEnd, to); tag < to && !point.hasBadTags(); ) {
            int end = Words.end(bytes, tag, to);
            point.place(Part.TAGS, tag);
            tag(tag, end);
            tag = Words.start(bytes, end, to);
        }
        return OpenTsdbError.NONE;
    }

    private void part(Part part, ByteText text, int from, int to) {
        point.place(part, from);
        text.append(bytes, from, to);
    }

    private void tag(int from, int to) {
        int equals = from;
        while (equals < to && bytes[equals] != '=') {
            equals++;
        }
        if (equals == from || equals >= to - 1) {
            point.badTags();
            return;
        }
        ByteText tags = point.tags();
        tags.append(Point.SEPARATOR);
        tags.append(bytes, from, equals);
        tags.append(Point.SEPARATOR);
        tags.append(bytes, equals + 1, to);
    }

    private void command(int from, int wordEnd, int to) {
        // Before the reply, because a client takes it as a sign that earlier points were read.
        points.handOver();
        String word = new String(bytes, from, Math.min(wordEnd - from, MOST_REPEATED), US_ASCII);
        reply.clear();
        switch (word) {
            case "version" -> reply.append(OpenTsdbVersion.TEXT);
            case "help" -> reply.append("available commands: exit help put stats version\n");
            case "stats" -> appendStats();
            case "exit" -> replies.end();
            default -> {
                points.refuse(OpenTsdbError.UNKNOWN_COMMAND, bytes, from, to, from);
                reply.append("unknown command: ");
                repeat(from, wordEnd);
                reply.append(".  Try `help'.\n");
            }
        }
        send();
    }

    private void appendStats() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(receivedNanos);
        long received = lines.counts().lines.sum();
        long refused = lines.counts().rejected.total();
        reply.append("tsd.rpc.received " + seconds + " " + received + " type=put\n");
        reply.append("tsd.rpc.errors " + seconds + " " + refused + " type=illegal_arguments\n");
    }

    private void replyRefused(String reason, int from, int to) {
        reply.clear();
        reply.append("put: ");
        reply.append(reason);
        reply.append(": ");
        repeat(from, to);
        reply.append('\n');
        send();
    }

    private void repeat(int from, int to) {
        int end = Math.min(to, from + MOST_REPEATED);
        while (end > from && bytes[end - 1] == '\r') {
            end--;
        }
        reply.append(bytes, from, end);
    }

    private void send() {
        if (reply.length() > 0) {
            replies.send(reply.bytes(), 0, reply.length());
        }
    }
}
