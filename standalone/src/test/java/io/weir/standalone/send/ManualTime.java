package io.weir.standalone.send;

/** Time that passes only while a caller waits. */
final class ManualTime implements Time {
    static final long START_EPOCH_NANOS = 1_800_000_000_000_000_000L;

    private long nanos = 1_000;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long epochNanos() {
        return START_EPOCH_NANOS + nanos;
    }

    @Override
    public void park(long itsNanos) {
        nanos += itsNanos;
    }
}
