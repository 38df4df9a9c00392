package io.weir.processing.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.weir.contract.topic.Deafness;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LogClockTest {

    private final LogClock clock = new LogClock(10_000);

    @Test
    void isUnknownBeforeTheFirstTick() {
        assertThat(clock.nowMillis()).isEqualTo(LogClock.UNKNOWN);
    }

    @Test
    void followsTheSlowestGateway() {
        clock.tick("a", 1_000);
        clock.tick("b", 1_500);

        assertThat(clock.tick("a", 5_000)).isEqualTo(1_500);
        assertThat(clock.tick("b", 4_000)).isEqualTo(4_000);
    }

    @Test
    void goesOnWithoutAGatewayThatFellSilent() {
        clock.tick("a", 1_000);
        clock.tick("b", 1_000);

        for (long millis = 2_000; millis <= 11_000; millis += 1_000) {
            assertThat(clock.tick("a", millis)).isEqualTo(1_000);
        }
        assertThat(clock.tick("a", 12_000)).isEqualTo(12_000);
    }

    @Test
    void isNotHurriedByAGatewayWhoseClockIsFast() {
        clock.tick("right", 1_000);
        clock.tick("fast", 3_600_000);

        assertThat(clock.tick("right", 2_000)).isEqualTo(2_000);
        clock.tick("fast", 3_601_000);
        assertThat(clock.tick("right", 3_000)).isEqualTo(3_000);
    }

    @Test
    void neverGoesBack() {
        clock.tick("a", 9_000);

        assertThat(clock.tick("b", 2_000)).isEqualTo(9_000);
        assertThat(clock.tick("a", 8_000)).isEqualTo(9_000);
    }

    @Test
    void missesAGatewayThatFellSilentUntilItIsBackOrForADay() {
        clock.tick("a", 1_000);
        clock.tick("b", 1_000);
        long millis = 2_000;
        for (; millis <= 11_000; millis += 1_000) {
            clock.tick("a", millis);
            assertThat(clock.takeDeaf()).isEmpty();
        }
        for (; millis <= 20_000; millis += 1_000) {
            clock.tick("a", millis);
            assertThat(clock.takeDeaf()).containsOnly(entry("b", Deafness.MISSING));
        }
        clock.tick("b", millis);
        assertThat(clock.takeDeaf())
                .as("what it heard last has its full time from now on")
                .containsOnly(entry("b", Deafness.MISSING));
        clock.tick("b", millis);
        assertThat(clock.takeDeaf()).isEmpty();

        long last = millis;
        boolean wasMissed = false;
        for (; millis - last <= LogClock.MISSED_MILLIS; millis += 1_000) {
            clock.tick("a", millis);
            wasMissed |= !clock.takeDeaf().isEmpty();
        }
        clock.tick("a", millis + 1_000);
        assertThat(wasMissed).isTrue();
        assertThat(clock.takeDeaf()).isEmpty();
    }

    @Test
    void aGatewayIsDeafWhenItHasLostMoreThanBefore() {
        clock.tick("a", 1_000, 500);
        assertThat(clock.takeDeaf()).as("nobody knows when").isEmpty();

        clock.tick("a", 2_000, 500);
        assertThat(clock.takeDeaf()).isEmpty();
        clock.tick("a", 3_000, 501);
        clock.tick("a", 4_000, 501);
        assertThat(clock.takeDeaf()).containsOnly(entry("a", Deafness.LOSING));
        assertThat(clock.takeDeaf()).isEmpty();

        clock.tick("a", 5_000, 3);
        assertThat(clock.takeDeaf()).as("it began anew").containsOnly(entry("a", Deafness.LOSING));
        clock.tick("a", 6_000, 0);
        assertThat(clock.takeDeaf()).isEmpty();
    }

    @Test
    void isTheSameAfterARestart() throws IOException {
        clock.tick("gone", 1_000);
        for (long millis = 1_000; millis <= 14_000; millis += 1_000) {
            clock.tick("a", millis - 11_000);
            clock.tick("b", millis - 12_000, millis);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        clock.write(new DataOutputStream(bytes));

        LogClock again = new LogClock(10_000);
        again.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(again.nowMillis()).isEqualTo(2_000);
        assertThat(again.tick("b", 4_000, 14_000)).isEqualTo(clock.tick("b", 4_000, 14_000));
        assertThat(again.takeDeaf())
                .containsOnly(entry("b", Deafness.LOSING), entry("gone", Deafness.MISSING))
                .isEqualTo(clock.takeDeaf());
    }
}
