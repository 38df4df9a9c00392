package io.weir.standalone.send;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Sends and counts datagrams, and reports progress, for both generator and replay. For one thread.
 */
public final class Outlet {
    private final Wire wire;
    private final Time time;
    private final Progress progress;
    private final BooleanSupplier stopped;
    private final long startNanos;
    private long datagrams;
    private long lines;
    private long bad;
    private long tooLong;
    private long bytes;
    private long lastNanos;

    /** @param stopped whether the user asked for the end */
    public Outlet(Wire wire, Time time, Progress progress, BooleanSupplier stopped) {
        this.wire = wire;
        this.time = time;
        this.progress = progress;
        this.stopped = stopped;
        this.startNanos = time.nanos();
        this.lastNanos = startNanos;
    }

    Time time() {
        return time;
    }

    boolean isStopped() {
        return stopped.getAsBoolean();
    }

    /**
     * Sends the first {@code length} bytes of {@code datagram}.
     *
     * @param itsLines the number of lines in it
     * @param itsBad the number of invalid lines in it
     */
    void send(byte[] datagram, int length, int itsLines, long itsBad) throws IOException {
        wire.send(datagram, length);
        datagrams++;
        lines += itsLines;
        bad += itsBad;
        bytes += length;
    }

    /** Counts a line that does not fit into a datagram. */
    void leaveOut() {
        tooLong++;
    }

    /** Shows a message as progress. */
    void say(String what) {
        progress.say(time.nanos(), what);
    }

    /** Sends everything, then waits. */
    void pause(long nanos) throws IOException {
        flush();
        if (nanos > 0) {
            time.park(nanos);
        }
    }

    /** Sends everything. */
    void flush() throws IOException {
        wire.flush();
        lastNanos = time.nanos();
        if (progress.isDue(lastNanos)) {
            progress.sent(lastNanos, lines, lastNanos - startNanos);
        }
    }

    /** The totals of everything sent. */
    Sent sent() {
        return new Sent(datagrams, lines, bad, tooLong, bytes, lastNanos - startNanos);
    }
}
