package io.weir.late;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts evaluations of late rules.
 *
 * @param unknown rules whose alarms are unknown now
 */
record LateMeters(Counter rounds, Counter failures, Counter skipped, AtomicInteger unknown) {
    static LateMeters of(MeterRegistry registry) {
        MeterSet meters = new MeterSet(registry);
        AtomicInteger unknown = new AtomicInteger();
        meters.gauge("weir.late.unknown", "Late rules whose alarms are unknown", unknown);
        return new LateMeters(
                meters.counter("weir.late.rounds", "Evaluations of late rules"),
                meters.counter("weir.late.failures", "Attempts to evaluate a late rule without an answer"),
                meters.counter(
                        "weir.late.skipped",
                        "Evaluations of late rules that were skipped: older than catch-up, and not the newest"),
                unknown);
    }
}
