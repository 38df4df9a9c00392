package io.weir.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class GatewayTimeTest {
    private final Intake first = new Intake();
    private final Queue<Runnable> busyLoop = new ArrayDeque<>();

    @Test
    void anIntakeThatStandsStillHoldsTheTimeBack() {
        first.time.join(new Intake().lines, busyLoop::add);
        first.time.tick(1_000, 0);
        first.time.tick(2_000, 0);
        assertThat(ticks()).isEmpty();

        busyLoop.remove().run();
        assertThat(ticks()).containsOnly(1_000L).hasSize(Intake.PARTITIONS);
        busyLoop.remove().run();
        assertThat(ticks()).containsOnly(2_000L).hasSize(Intake.PARTITIONS);
    }

    @Test
    void ticksOncePerTime() {
        first.time.tick(2_000, 0);
        first.time.tick(2_000, 0);
        assertThat(ticks()).containsOnly(2_000L).hasSize(Intake.PARTITIONS);
    }

    @Test
    void goesBackWithTheClock() {
        first.time.tick(2_000, 0);
        first.time.tick(1_000, 0);
        assertThat(ticks()).containsOnly(2_000L, 1_000L).hasSize(2 * Intake.PARTITIONS);
    }

    @Test
    void everyTickContainsTheLossesSoFar() {
        first.time.tick(1_000, 0);
        first.time.tick(2_000, 17);
        assertThat(Intake.only(Parcel.Tick.class, first.queued()))
                .extracting(Parcel.Tick::lost)
                .containsOnly(0L, 17L);
    }

    private List<Long> ticks() {
        return Intake.only(Parcel.Tick.class, first.queued()).stream()
                .map(Parcel.Tick::receivedMillis)
                .toList();
    }
}
