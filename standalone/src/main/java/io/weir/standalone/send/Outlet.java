package io.weir.standalone.send;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Sends datagrams and counts them, and says how far it is; what generator and replay have in common. For one thread. */
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

    /** {@code stopped} says that somebody wants the end. */
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

    /** Sends the beginning of {@code datagram}, in which there are so many lines. */
    void send(byte[] datagram, int length, int itsLines, long itsBad) throws IOException {
        wire.send(datagram, length);
        datagrams++;
        lines += itsLines;
        bad += itsBad;
        bytes += length;
    }

    /** A line fits into no datagram. */
    void leaveOut() {
        tooLong++;
    }

    /** Says something in between. */
    void say(String what) {
        progress.say(time.nanos(), what);
    }

    /** Everything leaves, then nothing for so long. */
    void pause(long nanos) throws IOException {
        flush();
        if (nanos > 0) {
            time.park(nanos);
        }
    }

    /** Everything leaves. */
    void flush() throws IOException {
        wire.flush();
        lastNanos = time.nanos();
        if (progress.isDue(lastNanos)) {
            progress.sent(lastNanos, lines, lastNanos - startNanos);
        }
    }

    /** All that has left. */
    Sent sent() {
        return new Sent(datagrams, lines, bad, tooLong, bytes, lastNanos - startNanos);
    }
}
