package io.weir.alarming.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.Severity;
import org.junit.jupiter.api.Test;

class ActiveAlarmsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AlarmingMeters meters = new AlarmingMeters(registry);

    @Test
    void followsEachAlarm() {
        ActiveAlarms active = new ActiveAlarms(meters);

        active.severityChanged(Severity.OK, Severity.MINOR);
        active.severityChanged(Severity.OK, Severity.MINOR);
        active.severityChanged(Severity.MINOR, Severity.MAJOR);
        assertActive(1, 1);

        active.severityChanged(Severity.MAJOR, Severity.OK);
        assertActive(1, 0);
    }

    @Test
    void theOrderOfTaskMovesDoesNotMatter() {
        ActiveAlarms going = new ActiveAlarms(meters);
        ActiveAlarms coming = new ActiveAlarms(meters);

        going.severityChanged(Severity.OK, Severity.MAJOR);
        coming.severityChanged(Severity.OK, Severity.MAJOR);
        going.forget();
        going.forget();

        assertActive(0, 1);
    }

    private void assertActive(double minor, double major) {
        assertThat(active("MINOR")).isEqualTo(minor);
        assertThat(active("MAJOR")).isEqualTo(major);
    }

    private double active(String severity) {
        return registry.get("weir.alarming.active")
                .tag("severity", severity)
                .gauge()
                .value();
    }
}
