package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The standard workload as bytes that are ready to send but for value and timestamp, which are written over in place: 100 000
 * series in an order by chance, three tags, one field, 90 bytes, 1 % out of order. For one thread.
 */
final class Workload {
    static final int SERIES = 100_000;

    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};
    private static final int VALUE_DIGITS = 6;
    private static final int STAMP_DIGITS = 19;
    private static final long LATE_NANOS = 1_000_000_000;
    /** The last three digits of a stamp: below this in order, from here on late; so no series has a stamp twice. */
    private static final int LATE_FROM = 500;

    private final byte[] bytes;
    private final int[] ends;
    private final int perDatagram;
    private final WindowCount windows;
    private final Random random;
    private long lastMicros;

    Workload(int perDatagram, WindowCount windows, long seed) {
        this.perDatagram = perDatagram;
        this.windows = windows;
        this.random = new Random(seed);
        this.ends = new int[SERIES + 1];
        this.bytes = lines();
    }

    /** All datagrams, each from {@link #start} of itself to that of the next one. */
    byte[] bytes() {
        return bytes;
    }

    /** How many different datagrams there are. */
    int datagrams() {
        return SERIES / perDatagram;
    }

    /** Index of the first byte of a datagram. */
    int start(int datagram) {
        return ends[datagram * perDatagram];
    }

    /** Gives the lines of a datagram new values, and this time; should it stand still, one a microsecond later. */
    void stamp(int datagram, long nowMicros) {
        lastMicros = Math.max(nowMicros, lastMicros + 1);
        int first = datagram * perDatagram;
        for (int i = 0; i < perDatagram; i++) {
            int end = ends[first + i + 1] - 1;
            boolean late = random.nextInt(100) == 0;
            long nanos = lastMicros * 1000 + i + (late ? LATE_FROM - LATE_NANOS : 0);
            windows.add(first + i, nanos);
            writeDigits(nanos, end, STAMP_DIGITS);
            writeDigits(random.nextInt(1_000_000), end - STAMP_DIGITS - 1, VALUE_DIGITS);
        }
    }

    private void writeDigits(long number, int end, int count) {
        long rest = number;
        for (int at = end - 1; at >= end - count; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private byte[] lines() {
        List<Integer> hosts = new ArrayList<>();
        for (int i = 0; i < SERIES; i++) {
            hosts.add(i);
        }
        Collections.shuffle(hosts, random);
        ByteArrayOutputStream lines = new ByteArrayOutputStream(SERIES * 92);
        for (int i = 0; i < SERIES; i++) {
            int host = hosts.get(i);
            String line = String.format(
                    "cpu_usage,detector=%s,hostname=flp%05d,rolename=flp value=0.%06d %019d\n",
                    DETECTORS[host % DETECTORS.length], host, 0, 0);
            lines.writeBytes(line.getBytes(US_ASCII));
            ends[i + 1] = lines.size();
        }
        return lines.toByteArray();
    }
}
