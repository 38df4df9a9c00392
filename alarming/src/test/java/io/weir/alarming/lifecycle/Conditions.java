package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Condition changes for tests. */
final class Conditions {

    private Conditions() {}

    static ConditionChange of(Severity severity, boolean latch) {
        return new ConditionChange(
                "hot/a",
                "hot",
                "v1",
                "température,host=a\\ b",
                severity,
                severity == Severity.OK ? null : 90.0,
                severity == Severity.OK ? null : 80.0,
                "is hot",
                "",
                new TreeMap<>(Map.of("host", "a")),
                Instant.ofEpochMilli(1_000),
                latch,
                new Source("metrics.raw", 0, 17),
                null);
    }
}
