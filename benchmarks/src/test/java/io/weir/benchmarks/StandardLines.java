package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/**
 * Lines of the standard workload: one for each of 100 000 series, three tags, one field, about 89
 * bytes.
 */
final class StandardLines {
    static final int COUNT = 100_000;

    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};

    private StandardLines() {}

    /** Returns the lines, each with a newline; the same bytes for the same seed. */
    static byte[] bytes(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream lines = new ByteArrayOutputStream(COUNT * 90);
        long nanos = 1_700_000_000_000_000_000L;
        for (int i = 0; i < COUNT; i++) {
            int tenThousandths = random.nextInt(1_000_000);
            nanos += random.nextInt(100) == 0 ? -1_000_000_000 : 3_333;
            String line = String.format(
                    "cpu_usage,detector=%s,hostname=flp%05d,rolename=flp value=%d.%04d %d\n",
                    DETECTORS[i % DETECTORS.length], i, tenThousandths / 10_000, tenThousandths % 10_000, nanos);
            lines.writeBytes(line.getBytes(US_ASCII));
        }
        return lines.toByteArray();
    }
}
