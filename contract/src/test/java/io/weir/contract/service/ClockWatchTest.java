package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockWatchTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Integer> exits = new ArrayList<>();
    private long wallMillis = 1_800_000_000_000L;
    private long nanos = -5_000_000_000L;
    private final ClockWatch watch = new ClockWatch(() -> wallMillis, () -> nanos, exits::add, meters);

    @Test
    void endsTheProcessOnceTheClockIsSetBack() {
        pass(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(exits).isEmpty();

        pass(
                Duration.ofSeconds(1),
                Duration.ofSeconds(1).minus(ClockWatch.BOUND).minusMillis(1));
        assertThat(exits).containsExactly(4);
        assertThat(steps()).isOne();
    }

    @Test
    void continuesAfterAStepForwardAndEndsAfterOneBack() {
        pass(Duration.ofSeconds(1), Duration.ofDays(365));
        assertThat(exits).isEmpty();
        assertThat(steps()).isOne();

        pass(Duration.ofSeconds(1), Duration.ofDays(-365));
        assertThat(exits).containsExactly(4);
    }

    @Test
    void doesNotMindALeapSecondADriftOrAPause() {
        pass(Duration.ofSeconds(1), Duration.ZERO);
        for (int second = 0; second < 10_000; second++) {
            pass(Duration.ofSeconds(1), Duration.ofMillis(990));
        }
        pass(Duration.ofMinutes(10), Duration.ofMinutes(10));
        pass(Duration.ofSeconds(1), Duration.ofSeconds(1).minus(ClockWatch.BOUND));

        assertThat(exits).isEmpty();
        assertThat(steps()).isZero();
    }

    @Test
    void readsTheClocksAgainAfterAPauseBetweenThem() {
        List<Runnable> pauses = new ArrayList<>();
        ClockWatch paused = new ClockWatch(
                () -> {
                    long read = wallMillis;
                    pauses.forEach(Runnable::run);
                    pauses.clear();
                    return read;
                },
                () -> nanos,
                exits::add,
                meters);
        pauses.add(() -> {
            nanos += ClockWatch.BOUND.multipliedBy(2).toNanos();
            wallMillis += ClockWatch.BOUND.multipliedBy(2).toMillis();
        });
        paused.look();

        assertThat(pauses).isEmpty();
        assertThat(exits).isEmpty();
        assertThat(steps()).isZero();
    }

    private double steps() {
        return meters.get("weir.clock.steps").counter().count();
    }

    /** Advances the monotonic and the wall clock, and runs the watch once. */
    private void pass(Duration monotonic, Duration wall) {
        nanos += monotonic.toNanos();
        wallMillis += wall.toMillis();
        watch.look();
    }
}
