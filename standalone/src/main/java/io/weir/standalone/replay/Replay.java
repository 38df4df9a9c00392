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
 * Plays any number of lines through a {@link VirtualWeir}, in their order and by their timestamps.
 * It holds one batch at a time. A batch counts as received at the time of its latest line, and is
 * processed before the next tick. For one thread.
 */
final class Replay {
    /** Large enough to spread the cost of a record over some thousand lines. */
    private static final int BATCH_BYTES = 480 * 1024;

    private final LineFile file;
    private final Acceptance acceptance;
    private final VirtualWeir weir;
    private final Listener listener;
    private final VirtualTime time;
    private final LineBuffer batch = new LineBuffer(BATCH_BYTES);
    private long lines;

    /** Receives the progress. */
    interface Listener {
        /**
         * A line was refused.
         *
         * @param at position of the error in the line, in bytes from 1
         */
        void refused(long lineNumber, int at, LineError why);

        /**
         * Reports the progress.
         *
         * @param lines lines read, including refused ones
         * @param millis virtual time, in milliseconds since 1970
         */
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
     * Plays all lines, and then the time until no more results can follow.
     *
     * @param startNanos virtual start time; if empty, the first line's time
     * @return the number of lines
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
