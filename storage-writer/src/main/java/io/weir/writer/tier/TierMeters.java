package io.weir.writer.tier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import java.util.concurrent.atomic.AtomicLong;

/** All meters of the tiers of one target. */
final class TierMeters {
    private final Counter marked;
    private final Counter computed;
    private final Counter gone;
    private final Counter refused;
    private final Counter failures;
    private final AtomicLong waiting = new AtomicLong();

    TierMeters(MeterRegistry registry, String target) {
        MeterSet meters = new MeterSet(registry).with("target", target);
        marked = meters.counter(
                "weir.writer.tiers.marked", "Ranges of windows with late lines that were recorded in weir.tiers");
        computed = meters.counter(
                "weir.writer.tiers.computed", "Ranges of windows that the store computed on request of the writer");
        gone = meters.counter(
                "weir.writer.tiers.gone",
                "Ranges of windows that stay unchanged, because raw no longer contains all their lines");
        refused = meters.counter(
                "weir.writer.tiers.refused",
                "Windows that stay unchanged, because the store repeatedly refused to compute them");
        failures = meters.counter(
                "weir.writer.tiers.failures", "Rounds, and tables in a round, that failed and are tried again");
        meters.gauge(
                "weir.writer.tiers.waiting",
                "Records of weir.tiers with windows to compute; unread ones may belong to other targets",
                waiting);
    }

    void marked(int ranges) {
        marked.increment(ranges);
    }

    void computed() {
        computed.increment();
    }

    void gone() {
        gone.increment();
    }

    void refused() {
        refused.increment();
    }

    void failed() {
        failures.increment();
    }

    void waiting(long records) {
        waiting.set(records);
    }
}
