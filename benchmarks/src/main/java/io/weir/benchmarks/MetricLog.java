package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.topic.BatchHeaders;
import java.util.Random;
import org.apache.kafka.common.header.Header;

/**
 * The standard workload as batches, for {@code metrics.raw} and its kind: one field per line, three tags, changing values, series in turn,
 * one line in a hundred a second behind, no two of a series with the same stamp. The same bytes for the same begin; needs no clock.
 */
public final class MetricLog implements BatchLog {
    public static final int LINES_PER_BATCH = 1_000;

    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final byte[] FIELD = "value".getBytes(US_ASCII);

    private final byte[][] series;
    private final long beginNanos;
    private final long linesPerSecond;
    private final Random random = new Random(1);
    private final LineBuffer batch = new LineBuffer(128 * LINES_PER_BATCH);
    private long lines;

    /**
     * @param beginMillis the stamp of the first line
     * @param linesPerSecond of the log's own time
     */
    public MetricLog(int seriesCount, long beginMillis, long linesPerSecond) {
        series = new byte[seriesCount][];
        for (int i = 0; i < seriesCount; i++) {
            series[i] = String.format(
                            "cpu_usage,detector=%s,hostname=flp%07d,rolename=flp", DETECTORS[i % DETECTORS.length], i)
                    .getBytes(US_ASCII);
        }
        this.beginNanos = beginMillis * 1_000_000;
        this.linesPerSecond = linesPerSecond;
    }

    @Override
    public byte[] next() {
        batch.clear();
        for (int i = 0; i < LINES_PER_BATCH; i++) {
            long stamp = beginNanos + lines * SECOND_NANOS / linesPerSecond;
            boolean isLate = random.nextInt(100) == 0;
            batch.series(series[(int) (lines % series.length)]);
            batch.field(FIELD, random.nextInt(1_000_000) / 10_000.0);
            batch.timestamp(isLate ? stamp - SECOND_NANOS + 1 : stamp);
            lines++;
        }
        return batch.toBytes();
    }

    @Override
    public long millis() {
        return (beginNanos + lines * SECOND_NANOS / linesPerSecond) / 1_000_000;
    }

    @Override
    public long lines() {
        return lines;
    }

    /** The header of all its records. */
    public static Header gateway() {
        return BatchHeaders.gateway("benchmark");
    }
}
