package io.weir.contract.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AlarmRateTest {

    /** Compares with a list of all calls, counting those of the last ten minutes. */
    @Test
    void ratesAndFloodsMatchASimpleModel() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        AlarmRate rate = new AlarmRate();
        List<Long> calls = new ArrayList<>();
        boolean isFlood = false;
        long floods = 0;
        long highest = 0;
        long millis = 1_000_000;
        for (int step = 0; step < 5_000; step++) {
            boolean isBusy = step / 100 % 2 == 0;
            millis += random.nextInt(isBusy ? 90_000 : 400_000);
            if (random.nextBoolean()) {
                calls.add(millis);
                rate.called(millis);
            } else {
                rate.advance(millis);
            }
            long minute = millis / 60_000;
            long count =
                    calls.stream().filter(call -> call / 60_000 > minute - 10).count();
            boolean before = isFlood;
            isFlood = before ? count >= 5 : count > 10;
            floods += isFlood && !before ? 1 : 0;
            highest = Math.max(highest, count);

            assertThat(List.of(rate.inTenMinutes(), rate.floods(), rate.highest()))
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(List.of(count, floods, highest));
            assertThat(rate.isFlood()).as("seed %d step %d", seed, step).isEqualTo(isFlood);
        }
        assertThat(floods).isPositive();
    }

    @Test
    void callsOfAClockThatWasAheadDoNotLast() {
        AlarmRate rate = new AlarmRate();
        for (int i = 0; i < 20; i++) {
            rate.called(3_600_000);
        }
        assertThat(rate.isFlood()).isTrue();

        rate.forgetAfter(0);
        rate.advance(0);
        assertThat(rate.inTenMinutes()).isZero();
        assertThat(rate.isFlood()).isFalse();
    }
}
