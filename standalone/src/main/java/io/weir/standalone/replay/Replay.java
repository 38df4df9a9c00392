package io.weir.standalone.replay;

import io.weir.contract.line.LineBuffer;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.processing.ProcessingConfig;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Plays any number of lines through a {@link VirtualWeir}, in their order and by their timestamps.
 * It holds one batch at a time. A batch counts as received at the time of its latest line, and is
 * processed before the next tick. For one thread.
 *
 * <p>A recording has no receive times, so time follows the greatest timestamp. A jump of the
 * timestamps is either a gap in the recording or one wrong timestamp. If the lines after it are from
 * before the jump, the timestamp is wrong, and time stays where it is.
 */
final class Replay {
    /** Large enough to spread the cost of a record over some thousand lines. */
    private static final int BATCH_BYTES = 480 * 1024;

    private static final long AHEAD_NANOS = ProcessingConfig.defaults().ahead().toNanos();

    private final Recording recording;
    private final VirtualWeir weir;
    private final Ticks ticks;
    private final Listener listener;
    private final VirtualTime time;
    private final LineBuffer batch = new LineBuffer(BATCH_BYTES);

    /** Receives the ticks. All times are milliseconds since 1970. */
    interface Ticks {
        /** States that everything received before this time has arrived. */
        void tick(long millis);

        /** States that no line follows. The present time goes on until no more results can follow. */
        default void lastLine(long millis) {}
    }

    /** Receives the progress. */
    interface Listener extends Recording.RefusalListener {
        /**
         * Reports the progress.
         *
         * @param lines lines read, including refused ones
         * @param millis virtual time, in milliseconds since 1970
         */
        void read(long lines, long millis);
    }

    /**
     * Plays the lines of {@code in}.
     *
     * @param ticks passes the ticks to {@code weir}
     */
    Replay(InputStream in, StampUnit unit, VirtualWeir weir, Ticks ticks, Listener listener) {
        this.recording = new Recording(in, unit, listener);
        this.weir = weir;
        this.ticks = ticks;
        this.listener = listener;
        this.time = new VirtualTime(ticks::tick);
    }

    /**
     * Plays all lines, and then the time until no more results can follow.
     *
     * @param startNanos virtual start time; if empty, the first line's time
     * @return the number of lines
     */
    long run(OptionalLong startNanos, Settling settling) throws IOException {
        startNanos.ifPresent(time::goOnTo);
        for (Optional<Recording.Line> line = recording.next(); line.isPresent(); line = recording.next()) {
            take(line.get());
        }
        send();
        ticks.lastLine(time.nowMillis());
        settling.pass(time);
        return recording.lines();
    }

    private void take(Recording.Line line) throws IOException {
        long stamp = line.stamp().orElse(time.nowNanos() + 1);
        long receivedAt = receivedAt(stamp);
        if (time.isTickBefore(receivedAt)) {
            send();
        }
        time.goOnTo(receivedAt);
        batch.append(line.series(), line.fields(), 0, line.fields().length, stamp);
        if (batch.length() >= BATCH_BYTES) {
            send();
        }
    }

    /**
     * The timestamp, if it is plausible. Otherwise the present time, or, for the first line, the
     * first earlier timestamp that follows.
     */
    private long receivedAt(long stamp) throws IOException {
        if (time.hasBegun() && stamp - AHEAD_NANOS <= time.nowNanos()) {
            return stamp;
        }
        OptionalLong earlier = recording.nextBefore(stamp - AHEAD_NANOS);
        return earlier.isEmpty() ? stamp : time.hasBegun() ? time.nowNanos() : earlier.getAsLong();
    }

    private void send() {
        if (batch.lines() > 0) {
            weir.batch(time.nowMillis(), batch.toBytes());
            batch.clear();
            listener.read(recording.lines(), time.nowMillis());
        }
    }
}
