package io.weir.gateway.intake.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.Glob;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PressureTest {
    @Test
    void givesUpClassAfterClassAndTakesThemBackInReverse() {
        Pressure pressure = new Pressure(new Shedding(Collections.nCopies(3, Glob.ANY)));
        double[] fullness = {0, 0.69, 0.7, 0.79, 0.8, 0.9, 1, 0.86, 0.84, 0.76, 0.74, 0.66, 0.64};
        int[] levels = {0, 0, 1, 1, 2, 3, 3, 3, 2, 2, 1, 1, 0};
        for (int i = 0; i < fullness.length; i++) {
            pressure.update(fullness[i]);
            assertThat(pressure.level()).as("at %s", fullness[i]).isEqualTo(levels[i]);
        }
    }

    @Test
    void jumpsOverSeveralLevels() {
        Pressure pressure = new Pressure(new Shedding(Collections.nCopies(3, Glob.ANY)));
        pressure.update(1);
        assertThat(pressure.level()).isEqualTo(3);
        pressure.update(0);
        assertThat(pressure.level()).isZero();
    }

    @Test
    void withoutClassesDropsNothingFirstButAsksToWait() {
        Pressure pressure = new Pressure(Shedding.NONE);
        pressure.update(1);
        assertThat(pressure.level()).isZero();
        assertThat(pressure.isHigh()).isTrue();
        pressure.update(0.66);
        assertThat(pressure.isHigh()).isTrue();
        pressure.update(0.64);
        assertThat(pressure.isHigh()).isFalse();
    }

    @Test
    void ranksAMeasurementByTheFirstPatternThatMatches() {
        Shedding shedding = new Shedding(List.of(new Glob("debug*"), new Glob("cpu"), new Glob("*_raw")));
        assertThat(shedding.rank("debug_raw")).isZero();
        assertThat(shedding.rank("cpu")).isEqualTo(1);
        assertThat(shedding.rank("net_raw")).isEqualTo(2);
        assertThat(shedding.rank("net")).isEqualTo(Shedding.KEEP);
    }
}
