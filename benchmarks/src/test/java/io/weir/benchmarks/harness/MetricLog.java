package io.weir.benchmarks.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.LineReader;
import io.weir.contract.topic.BatchHeaders;
import java.time.Clock;
import java.util.Random;
import org.apache.kafka.common.header.Header;

/**
 * The standard workload as batches for {@code metrics.raw} and similar topics. Each line has one
 * field, three tags and a changing value; series take turns. One line in a hundred is a second
 * late, and stamps of a series are unique. The same begin gives the same bytes; needs no clock.
 */
public final class MetricLog implements BatchLog {
    public static final int LINES_PER_BATCH = 1_000;

    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};
    private static final int NUMBER_DIGITS = 7;
    private static final String ROLE = ",rolename=flp";
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final byte[] FIELD = "value".getBytes(US_ASCII);

    private final byte[][] series;
    private final long beginNanos;
    private final long linesPerSecond;
    private final Random random = new Random(1);
    private final LineBuffer batch = new LineBuffer(128 * LINES_PER_BATCH);
    private final ValueListener values;
    private long lines;

    /** Receives each value, in the thread that requests batches. */
    public interface ValueListener {
        /** @param series its number, from 0 */
        void add(int series, long stampNanos);
    }

    /**
     * @param beginMillis stamp of the first line
     * @param linesPerSecond rate by the log's own time
     */
    public MetricLog(int seriesCount, long beginMillis, long linesPerSecond) {
        this(seriesCount, beginMillis, linesPerSecond, (series, stampNanos) -> {});
    }

    /** As above; {@code values} receives each value. */
    public MetricLog(int seriesCount, long beginMillis, long linesPerSecond, ValueListener values) {
        this.values = values;
        series = new byte[seriesCount][];
        for (int i = 0; i < seriesCount; i++) {
            series[i] = String.format(
                            "cpu_usage,detector=%s,hostname=flp%0" + NUMBER_DIGITS + "d" + ROLE,
                            DETECTORS[i % DETECTORS.length],
                            i)
                    .getBytes(US_ASCII);
        }
        this.beginNanos = beginMillis * 1_000_000;
        this.linesPerSecond = linesPerSecond;
    }

    /** Returns a log whose line number {@code lines} has the current time: Kafka deletes old ones. */
    public static MetricLog untilNow(int seriesCount, long lines, long linesPerSecond) {
        return new MetricLog(seriesCount, Clock.systemUTC().millis() - lines * 1_000 / linesPerSecond, linesPerSecond);
    }

    @Override
    public byte[] next() {
        batch.clear();
        for (int i = 0; i < LINES_PER_BATCH; i++) {
            long stamp = beginNanos + lines * SECOND_NANOS / linesPerSecond;
            if (random.nextInt(100) == 0) {
                stamp -= SECOND_NANOS - 1;
            }
            int which = (int) (lines % series.length);
            batch.series(series[which]);
            batch.field(FIELD, random.nextInt(1_000_000) / 10_000.0);
            batch.timestamp(stamp);
            values.add(which, stamp);
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

    /**
     * Returns the number of the series of a line or of a result, from the tags in their spelling
     * here.
     */
    public static int seriesOf(LineReader line) {
        int end = line.seriesEnd() - ROLE.length();
        int number = 0;
        for (int at = end - NUMBER_DIGITS; at < end; at++) {
            number = 10 * number + line.bytes()[at] - '0';
        }
        return number;
    }

    /** Returns the gateway header of all records. */
    public static Header gateway() {
        return BatchHeaders.gateway("benchmark");
    }
}
