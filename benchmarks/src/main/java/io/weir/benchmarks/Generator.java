package io.weir.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends a workload by UDP at an even pace, in the thread that calls it. */
final class Generator {
    /** The kernel shares datagrams among a gateway's sockets by the port that they come from. */
    private static final int PORTS = 64;

    private static final long PAUSE_NANOS = 500_000;
    /** Whoever was kept from the processor sends at most what was due in this time before the next pause. */
    private static final long CATCH_UP_NANOS = 10_000_000;

    private Generator() {}

    /**
     * What was really sent.
     *
     * @param cpuNanos processor time of the thread
     */
    record Sent(long datagrams, long lines, long elapsedNanos, long cpuNanos) {
        /** Lines per second, over all of the time. */
        double rate() {
            return lines * 1e9 / elapsedNanos;
        }
    }

    /** Returns after the last datagram. */
    static Sent send(Workload workload, Load load, int port) throws IOException {
        DatagramChannel[] channels = new DatagramChannel[PORTS];
        for (int i = 0; i < PORTS; i++) {
            channels[i] = DatagramChannel.open().connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        try {
            return send(workload, load, channels);
        } finally {
            for (DatagramChannel channel : channels) {
                channel.close();
            }
        }
    }

    private static Sent send(Workload workload, Load load, DatagramChannel[] channels) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(workload.bytes());
        long burst = Math.max(1, CATCH_UP_NANOS * load.rate() / load.perDatagram() / 1_000_000_000);
        long all = load.datagrams();
        long sent = 0;
        long startCpuNanos = cpuNanos();
        long startNanos = System.nanoTime();
        while (sent < all) {
            long until = Math.min(load.datagramsDue(System.nanoTime() - startNanos), sent + burst);
            for (; sent < until; sent++) {
                int datagram = (int) (sent % workload.datagrams());
                workload.stamp(datagram, nowMicros());
                bytes.limit(workload.start(datagram + 1)).position(workload.start(datagram));
                channels[(int) (sent % PORTS)].write(bytes);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return new Sent(sent, sent * load.perDatagram(), System.nanoTime() - startNanos, cpuNanos() - startCpuNanos);
    }

    private static long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
