package io.weir.standalone.replay;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.StampUnit;
import io.weir.standalone.send.LineFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/**
 * Plays lines of any number through a {@link VirtualWeir}, in their order and by their own time, holding one batch of them. A
 * batch is received at the time of its latest line, and is had before the next tick. For one thread.
 */
final class Replay {
    /** What a record costs is spread over some thousand lines. */
    private static final int BATCH_BYTES = 480 * 1024;

    private final LineFile file;
    private final Acceptance acceptance;
    private final VirtualWeir weir;
    private final Listener listener;
    private final VirtualTime time;
    private final LineBuffer batch = new LineBuffer(BATCH_BYTES);
    private long lines;

    /** Is told how it goes. */
    interface Listener {
        /** A line cannot be used; {@code at} is the byte of it that is wrong, from 1. */
        void refused(long lineNumber, int at, LineError why);

        /** So many lines were read, refused ones included, and it is so late, in virtual time since 1970. */
        void read(long lines, long millis);
    }

    /** Plays the lines of {@code in}. */
    Replay(InputStream in, StampUnit unit, VirtualWeir weir, Listener listener) {
        this.file = new LineFile(in, () -> {});
        this.acceptance = new Acceptance(unit);
        this.weir = weir;
        this.listener = listener;
        this.time = new VirtualTime(weir::tick);
    }

    /**
     * Returns how many lines there were, when all that may come of them has come.
     *
     * @param startNanos when time begins; without it with the first line
     */
    long run(OptionalLong startNanos, Settling settling) throws IOException {
        startNanos.ifPresent(time::goOnTo);
        while (file.next()) {
            lines++;
            take(file.line());
        }
        send();
        settling.pass(time);
        return lines;
    }

    private void take(LineReader line) {
        LineError error = acceptance.take(line);
        if (error != LineError.NONE) {
            listener.refused(file.lineNumber(), acceptance.errorAt() - line.lineStart() + 1, error);
            return;
        }
        long stamp = line.hasTimestamp() ? acceptance.stampNanos(line) : time.nowNanos() + 1;
        if (time.isTickBefore(stamp)) {
            send();
        }
        time.goOnTo(stamp);
        batch.append(acceptance.series(), line.bytes(), line.fieldsStart(), line.fieldsEnd(), stamp);
        if (batch.length() >= BATCH_BYTES) {
            send();
        }
    }

    private void send() {
        if (batch.lines() > 0) {
            weir.batch(time.nowMillis(), batch.toBytes());
            batch.clear();
            listener.read(lines, time.nowMillis());
        }
    }
}
