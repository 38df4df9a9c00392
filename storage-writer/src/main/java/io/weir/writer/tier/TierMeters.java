package io.weir.writer.tier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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
        marked = Counter.builder("weir.writer.tiers.marked")
                .description("Ranges of windows with late lines that were recorded in weir.tiers")
                .tag("target", target)
                .register(registry);
        computed = Counter.builder("weir.writer.tiers.computed")
                .description("Ranges of windows that were computed again for late lines")
                .tag("target", target)
                .register(registry);
        gone = Counter.builder("weir.writer.tiers.gone")
                .description("Ranges of windows that stay unchanged, because raw no longer contains all their lines")
                .tag("target", target)
                .register(registry);
        refused = Counter.builder("weir.writer.tiers.refused")
                .description(
                        "Ranges of windows that stay unchanged, because the store repeatedly refused to compute them")
                .tag("target", target)
                .register(registry);
        failures = Counter.builder("weir.writer.tiers.failures")
                .description("Rounds of computation that failed and are repeated")
                .tag("target", target)
                .register(registry);
        Gauge.builder("weir.writer.tiers.waiting", waiting, AtomicLong::get)
                .description("Records of weir.tiers with windows to compute; unread ones may belong to other targets")
                .tag("target", target)
                .register(registry);
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
