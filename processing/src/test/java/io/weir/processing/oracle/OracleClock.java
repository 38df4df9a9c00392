package io.weir.processing.oracle;

/** The clock of a series: its latest stamp, and by how much later than that it was received. Nanoseconds. */
final class OracleClock {

    private long latest = Long.MIN_VALUE;
    private long lag;

    void hear(long stamp, long receivedNanos) {
        if (stamp >= latest) {
            latest = stamp;
            lag = receivedNanos - stamp;
        }
    }

    long latest() {
        return latest;
    }

    /** What it shows at a time of the log. */
    long at(long logNanos) {
        return logNanos - lag;
    }
}
