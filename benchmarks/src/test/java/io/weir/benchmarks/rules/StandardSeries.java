package io.weir.benchmarks.rules;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.stream.IntStream;

/** The series of the standard workload in canonical spelling. */
final class StandardSeries {
    static final int COUNT = 100_000;

    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};

    private StandardSeries() {}

    static byte[][] all() {
        return IntStream.range(0, COUNT)
                .mapToObj(i -> String.format(
                        "cpu_usage,detector=%s,hostname=flp%05d,rolename=flp", DETECTORS[i % DETECTORS.length], i))
                .map(series -> series.getBytes(US_ASCII))
                .toArray(byte[][]::new);
    }
}
