package io.weir.gateway.scrape;

import io.weir.gateway.exposition.ExpositionLines;
import io.weir.gateway.exposition.Taken;

/** The samples about a target itself, by Prometheus' names. */
final class OwnSeries {
    /** The longest of the names. */
    static final String LONGEST = "scrape_samples_post_metric_relabeling";

    private static final double NANOS_PER_SECOND = 1e9;

    private final byte[] up;
    private final byte[] duration;
    private final byte[] scraped;
    private final byte[] kept;
    private final byte[] added;

    OwnSeries(Target target) {
        up = target.ownSeries("up");
        duration = target.ownSeries("scrape_duration_seconds");
        scraped = target.ownSeries("scrape_samples_scraped");
        kept = target.ownSeries(LONGEST);
        added = target.ownSeries("scrape_series_added");
    }

    /** Writes the samples of a scrape. */
    void write(ExpositionLines lines, boolean isUp, Taken taken, long nanos, long millis) {
        lines.value(up, isUp ? 1 : 0, millis);
        lines.value(duration, nanos / NANOS_PER_SECOND, millis);
        lines.value(scraped, taken.scraped(), millis);
        lines.value(kept, taken.kept(), millis);
        lines.value(added, taken.added(), millis);
    }

    /** Writes that the target is gone. */
    void end(ExpositionLines lines, long millis) {
        for (byte[] each : new byte[][] {up, duration, scraped, kept, added}) {
            lines.end(each, millis);
        }
    }
}
