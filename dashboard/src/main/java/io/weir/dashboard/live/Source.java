package io.weir.dashboard.live;

/** A host that metrics come from, as its tags name it. Guarded by the {@link LiveHub} that it is of. */
final class Source {
    final String name;
    long lines;
    long seenMillis;
    int series;

    private long linesBefore;
    private long beforeMillis;
    private double rate;

    /** @param name empty for metrics that name no host */
    Source(String name) {
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
