package io.weir.benchmarks.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.BatchLog;
import io.weir.benchmarks.harness.MetricLog;

/** The lines of {@code ilp_blast.py}, so that a database has the same cost for both loads. */
final class BlasterLog implements BatchLog {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final String[] series;
    private final long beginNanos;
    private final StringBuilder batch = new StringBuilder();
    private long lines;

    /**
     * @param seriesCount number of series; each has a line per second of the log's time
     * @param beginMillis stamp of the first line
     */
    BlasterLog(int seriesCount, long beginMillis) {
        series = new String[seriesCount];
        for (int i = 0; i < seriesCount; i++) {
            series[i] = String.format("cpu,detector=TPC,hostname=flp%05d,rolename=flp value=", i);
        }
        this.beginNanos = beginMillis * 1_000_000;
    }

    @Override
    public byte[] next() {
        batch.setLength(0);
        for (int i = 0; i < MetricLog.LINES_PER_BATCH; i++) {
            // As ilp_blast.py counts them: 0 to 96.
            long hundredths = lines % 97;
            batch.append(series[(int) (lines % series.length)])
                    .append(lines % 100)
                    .append(hundredths < 10 ? ".0" : ".")
                    .append(hundredths)
                    .append(' ')
                    .append(beginNanos + lines / series.length * SECOND_NANOS + lines % series.length)
                    .append('\n');
            lines++;
        }
        return batch.toString().getBytes(US_ASCII);
    }

    @Override
    public long lines() {
        return lines;
    }

    @Override
    public long millis() {
        return beginNanos / 1_000_000 + lines / series.length * 1_000;
    }
}
