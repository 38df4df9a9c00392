package io.weir.dashboard.live;

/** Counts the lines and series of one host, which a tag names. Guarded by its {@link LiveHub}. */
final class HostCounts {
    final String tag;
    final String name;
    long lines;
    long seenMillis;
    int series;

    private long linesBefore;
    private long beforeMillis;
    private double rate;

    /** @param tag the tag that names the host; both are empty for metrics that name no host */
    HostCounts(String tag, String name) {
        this.tag = tag;
        this.name = name;
    }

    /** Returns the lines per second between the last two calls. Call every few seconds. */
    double measure(long nowMillis) {
        if (beforeMillis > 0 && nowMillis > beforeMillis) {
            rate = (lines - linesBefore) * 1000.0 / (nowMillis - beforeMillis);
        }
        linesBefore = lines;
        beforeMillis = nowMillis;
        return rate;
    }

    double rate() {
        return rate;
    }
}
