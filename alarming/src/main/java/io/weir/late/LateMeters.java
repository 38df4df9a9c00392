package io.weir.late;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;

/** Counts evaluations of late rules. */
record LateMeters(Counter rounds, Counter failures, Counter skipped) {
    static LateMeters of(MeterRegistry registry) {
        MeterSet meters = new MeterSet(registry);
        return new LateMeters(
                meters.counter("weir.late.rounds", "Evaluations of late rules"),
                meters.counter("weir.late.failures", "Attempts to evaluate a late rule without an answer"),
                meters.counter(
                        "weir.late.skipped", "Evaluations of late rules that were skipped, older than catch-up"));
    }
}
