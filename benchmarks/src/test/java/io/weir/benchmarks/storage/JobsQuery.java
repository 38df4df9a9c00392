package io.weir.benchmarks.storage;

import io.weir.contract.rule.storage.StorageTier;
import java.time.Duration;
import java.util.Locale;

/** The queries of dashboards of jobs, like DIRAC's, each for raw points or for a tier. */
enum JobsQuery {
    /** Running jobs of each site. */
    SITES(Figure.MEAN, "status = 'Running'", true, "site"),
    /** Jobs in each status, all sites. */
    STATUSES(Figure.MEAN, "", true, "status"),
    /** Highest number of waiting jobs of one site. */
    SITE(Figure.MOST, "site = 'LCG.Site01' AND status = 'Waiting'", true, ""),
    /** All jobs in one line. */
    TOTAL(Figure.MEAN, "", true, ""),
    /** A table: failed jobs of each site over the whole range. */
    FAILURES(Figure.MEAN, "status = 'Failed'", false, "site");

    /** Number of points that a panel shows. */
    static final int PIXELS = 1_000;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Figure figure;
    private final String where;
    private final boolean isOverTime;
    private final String by;

    private enum Figure {
        MEAN("mean(jobs)", "sum(jobs_sum) / sum(jobs_count)"),
        MOST("max(jobs)", "max(jobs_max)");

        private final String ofRaw;
        private final String ofTier;

        Figure(String ofRaw, String ofTier) {
            this.ofRaw = ofRaw;
            this.ofTier = ofTier;
        }
    }

    JobsQuery(Figure figure, String where, boolean isOverTime, String by) {
        this.figure = figure;
        this.where = where;
        this.isOverTime = isOverTime;
        this.by = by;
    }

    /** Returns the query of a tier for a range of time. */
    String text(StorageTier tier, long fromMillis, long toMillis) {
        StringBuilder text = new StringBuilder("SELECT ")
                .append(tier.isRaw() ? figure.ofRaw : figure.ofTier)
                .append(String.format(
                        Locale.ROOT,
                        " FROM \"weir_%s\".jobs WHERE time >= %dms AND time < %dms",
                        tier.name(),
                        fromMillis,
                        toMillis));
        if (!where.isEmpty()) {
            text.append(" AND ").append(where);
        }
        String step = "time(" + step(toMillis - fromMillis).toMinutes() + "m)";
        if (isOverTime || !by.isEmpty()) {
            text.append(" GROUP BY ").append(isOverTime ? step : "");
            text.append(isOverTime && !by.isEmpty() ? ", " : "").append(by);
        }
        return text.toString();
    }

    /**
     * Returns the time between two points of a panel: whole minutes, and multiples of five from
     * five minutes on, so that windows of tiers fit into it.
     */
    static Duration step(long rangeMillis) {
        long minutes = Math.max(1, rangeMillis / PIXELS / MINUTE.toMillis());
        return MINUTE.multipliedBy(minutes < 5 ? minutes : minutes / 5 * 5);
    }
}
