package io.weir.standalone.send;

import java.io.IOException;

/** Sends generated lines at an even rate, in the calling thread. */
public final class Generator {
    private Generator() {}

    /** Returns after the last datagram. */
    public static Sent run(Workload workload, Load load, Outlet outlet) throws IOException {
        Time time = outlet.time();
        byte[] datagram = new byte[workload.longest(load.perDatagram())];
        Pacer pacer = new Pacer(load, time.nanos());
        long linesLeft = load.lines();
        while (!outlet.isStopped() && !pacer.isDone(time.nanos())) {
            long now = pacer.next(time.nanos());
            for (long i = 0; i < now; i++) {
                int lines = (int) Math.min(load.perDatagram(), linesLeft);
                long badBefore = workload.bad();
                int length = workload.write(datagram, lines, time.epochNanos());
                outlet.send(datagram, length, lines, workload.bad() - badBefore);
                linesLeft -= load.lines() == Load.NO_LIMIT ? 0 : lines;
            }
            outlet.pause(pacer.pauseNanos());
        }
        return outlet.sent();
    }
}
