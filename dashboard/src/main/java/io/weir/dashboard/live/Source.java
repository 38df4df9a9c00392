package io.weir.dashboard.live;

/** A host, as the tags of its metrics name it. Guarded by its {@link LiveHub}. */
final class Source {
    final String tag;
    final String name;
    long lines;
    long seenMillis;
    int series;

    private long linesBefore;
    private long beforeMillis;
    private double rate;

    /** @param tag the tag that names it; tag and name are empty for metrics that name no host */
    Source(String tag, String name) {
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
