package io.weir.dashboard.live;

/** A host that metrics come from, as its tags name it. Guarded by the {@link LiveHub} that it is of. */
final class Source {
    final String tag;
    final String name;
    long lines;
    long seenMillis;
    int series;

    private long linesBefore;
    private long beforeMillis;
    private double rate;

    /**
     * Nothing came from it yet.
     *
     * @param tag by which its metrics name it; of metrics that name no host, that and the name are empty
     */
    Source(String tag, String name) {
        this.tag = tag;
        this.name = name;
    }

    /** Lines per second since the last but one time that it was asked for; to be asked every few seconds. */
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
