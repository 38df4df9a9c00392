package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import java.io.IOException;
import java.io.InputStream;

/** Sends the lines of a stream in their order, each when it is due. For one thread. */
final class Replay {
    /** Lines that are due within this time share datagrams. */
    private static final long TOGETHER_NANOS = 1_000_000;
    /** The number of datagrams sent before a pause in which the receiver can read them. */
    private static final int BURST = 64;

    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    private static final long WORTH_SAYING_NANOS = 10_000_000_000L;
    /** Room for a new timestamp and its separators. */
    private static final int STAMP_ROOM = 22;

    private final Settings settings;
    private final Outlet outlet;
    private final LineFile file;
    private final ReplayPace pace;
    private final LineCount count = new LineCount();
    private final byte[] datagram = new byte[Wire.LONGEST_DATAGRAM];
    private final long startNanos;
    private final long startEpochNanos;
    private int length;
    private int lines;
    private int withoutPause;
    private long lastStamp;

    /**
     * The settings of a replay.
     *
     * @param speed a multiple of the pace of the timestamps, or {@link ReplayPace#MAX}
     * @param linesPerSecond rate of lines without a due time; 0 for as fast as possible
     * @param perDatagram the maximum number of lines in a datagram
     * @param now whether to replace timestamps with the time of sending
     */
    record Settings(double speed, long linesPerSecond, int perDatagram, boolean now) {}

    Replay(InputStream in, Settings settings, Outlet outlet) {
        this.settings = settings;
        this.outlet = outlet;
        this.file = new LineFile(in, this::sendGathered);
        this.pace = new ReplayPace(settings.speed(), settings.linesPerSecond());
        this.startNanos = outlet.time().nanos();
        this.startEpochNanos = outlet.time().epochNanos();
    }

    /** Returns after the last line. */
    Sent run() throws IOException {
        while (!outlet.isStopped() && file.next()) {
            LineReader line = file.line();
            boolean hasStamp = line.error() == LineError.NONE && line.hasTimestamp();
            awaitDue(startNanos + pace.due(hasStamp, line.timestamp()));
            if (!outlet.isStopped()) {
                add(line, hasStamp);
            }
        }
        sendGathered();
        return outlet.sent();
    }

    private void awaitDue(long dueNanos) throws IOException {
        long waitNanos = dueNanos - outlet.time().nanos();
        if (waitNanos > WORTH_SAYING_NANOS) {
            sendGathered();
            outlet.say("waiting: the next line is due in " + waitNanos / 1_000_000_000
                    + " s by its timestamp; --speed max would not wait");
        }
        while (waitNanos > TOGETHER_NANOS && !outlet.isStopped()) {
            sendDatagram();
            outlet.pause(Math.min(waitNanos, LONGEST_PAUSE_NANOS));
            withoutPause = 0;
            waitNanos = dueNanos - outlet.time().nanos();
        }
    }

    private void add(LineReader line, boolean hasStamp) throws IOException {
        boolean isStamped = hasStamp && settings.now();
        int end = isStamped ? line.fieldsEnd() : line.lineEnd();
        int size = end - line.lineStart() + (isStamped ? STAMP_ROOM : 1);
        if (size > datagram.length) {
            outlet.leaveOut();
            return;
        }
        if (length + size > datagram.length) {
            sendDatagram();
        }
        System.arraycopy(line.bytes(), line.lineStart(), datagram, length, end - line.lineStart());
        length += end - line.lineStart();
        if (isStamped) {
            byte[] stamp = (" " + stamp()).getBytes(US_ASCII);
            System.arraycopy(stamp, 0, datagram, length, stamp.length);
            length += stamp.length;
        }
        datagram[length++] = '\n';
        lines++;
        if (lines == settings.perDatagram()) {
            sendDatagram();
        }
    }

    /**
     * The planned time of the line. At maximum speed there is none: then the current time, always
     * increasing.
     */
    private long stamp() {
        if (settings.speed() != ReplayPace.MAX) {
            return startEpochNanos + pace.planned();
        }
        lastStamp = Math.max(outlet.time().epochNanos(), lastStamp + 1);
        return lastStamp;
    }

    private void sendGathered() throws IOException {
        sendDatagram();
        outlet.flush();
    }

    private void sendDatagram() throws IOException {
        if (length == 0) {
            return;
        }
        count.read(datagram, length);
        outlet.send(datagram, length, count.lines(), count.bad());
        length = 0;
        lines = 0;
        withoutPause++;
        if (withoutPause == BURST) {
            withoutPause = 0;
            outlet.pause(isUnpaced() ? 0 : TOGETHER_NANOS);
        }
    }

    private boolean isUnpaced() {
        return settings.speed() == ReplayPace.MAX && settings.linesPerSecond() == 0;
    }
}
