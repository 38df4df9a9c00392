package io.weir.benchmarks.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.BatchLog;
import java.util.Locale;
import java.util.Random;

/**
 * Job counts by site and status, as a workload manager sends them: all series together, every few
 * seconds.
 */
final class JobsLog implements BatchLog {
    /** The states of DIRAC's jobs. */
    private static final String[] STATUSES = {"Running", "Waiting", "Done", "Failed", "Stalled"};

    private final byte[][] series;
    private final int[] jobs;
    private final long beginMillis;
    private final long stepMillis;
    private final Random random;
    private final StringBuilder batch = new StringBuilder();
    private long rounds;

    /**
     * @param firstSite number of the first site
     * @param stepMillis time between two values of a series
     */
    JobsLog(int firstSite, int sites, long beginMillis, long stepMillis) {
        this.beginMillis = beginMillis;
        this.stepMillis = stepMillis;
        this.random = new Random(firstSite);
        series = new byte[sites * STATUSES.length][];
        jobs = random.ints(series.length, 0, 10_000).toArray();
        for (int i = 0; i < series.length; i++) {
            series[i] = String.format(
                            Locale.ROOT,
                            "jobs,site=LCG.Site%02d,status=%s jobs=",
                            firstSite + i / STATUSES.length,
                            STATUSES[i % STATUSES.length])
                    .getBytes(US_ASCII);
        }
    }

    /** Returns the number of series per site. */
    static int seriesPerSite() {
        return STATUSES.length;
    }

    @Override
    public byte[] next() {
        batch.setLength(0);
        for (int i = 0; i < series.length; i++) {
            jobs[i] = Math.max(0, jobs[i] + random.nextInt(-50, 51));
            batch.append(new String(series[i], US_ASCII))
                    .append(jobs[i])
                    .append("i ")
                    .append(millis());
            batch.append("000000\n");
        }
        rounds++;
        return batch.toString().getBytes(US_ASCII);
    }

    @Override
    public long lines() {
        return rounds * series.length;
    }

    @Override
    public long millis() {
        return beginMillis + rounds * stepMillis;
    }
}
