package io.weir.processing.oracle;

/** The clock of a series: its latest stamp, and the lag of its receive time. Nanoseconds. */
final class OracleClock {

    private long latest = Long.MIN_VALUE;
    private long lag;

    /** A stamp that is not later changes nothing. */
    void hear(long stamp, long receivedNanos) {
        if (stamp > latest) {
            latest = stamp;
            lag = receivedNanos - stamp;
        }
    }

    long latest() {
        return latest;
    }

    /** The series' time at a log time. */
    long at(long logNanos) {
        return logNanos - lag;
    }
}
