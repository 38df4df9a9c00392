package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.Rate;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the loading of a database after the warm-up: from half of the lines until nearly all are
 * stored, which excludes the start and the last, smaller bodies. Thread-safe.
 */
final class Course {
    private final long warm;
    private final long end;
    private final InfluxServer server;
    private final Supplier<Duration> loaderCpu;
    private final Moment begin;
    private @Nullable Moment first;
    private @Nullable Moment last;

    private record Moment(long lines, long nanos, Duration serverCpu, Duration loaderCpu) {}

    /** Measures without the loader's processor time. */
    Course(long lines, InfluxServer server) {
        this(lines, server, () -> Duration.ZERO);
    }

    Course(long lines, InfluxServer server, Supplier<Duration> loaderCpu) {
        this.warm = lines / 2;
        this.end = lines - lines / 20;
        this.server = server;
        this.loaderCpu = loaderCpu;
        this.begin = moment(0);
    }

    /** Records the current number of stored lines. */
    synchronized void reached(long lines) {
        if (first == null && lines >= warm) {
            first = moment(lines);
        }
        if (last == null && lines >= end) {
            last = moment(lines);
        }
    }

    private Moment moment(long lines) {
        return new Moment(lines, System.nanoTime(), server.cpu(), loaderCpu.get());
    }

    /** Returns the result; call it after all lines are stored. */
    synchronized Loaded loaded() {
        Moment to = last;
        if (to == null) {
            throw new IllegalStateException("not all lines are there");
        }
        Moment warmedUp = first;
        // If few lines were stored all together, the start must count.
        Moment from = warmedUp == null || warmedUp.lines == to.lines ? begin : warmedUp;
        Duration elapsed = Duration.ofNanos(to.nanos - from.nanos);
        long lines = to.lines - from.lines;
        return new Loaded(
                new Rate(lines, elapsed, to.loaderCpu.minus(from.loaderCpu)),
                new Rate(lines, elapsed, to.serverCpu.minus(from.serverCpu)));
    }
}
