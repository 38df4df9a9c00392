package io.weir.dashboard.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.dashboard.http.Access;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.RuleCount;
import java.util.ArrayList;
import java.util.List;

/** All meters of the dashboard. Thread-safe. */
public final class DashboardMeters {
    private static final String WEIR = "weir.";

    private final Counter skipped;

    /** Registers the meters. Some of them read {@code hub} and {@code access}. */
    public DashboardMeters(MeterRegistry registry, LiveHub hub, Access access) {
        skipped = Counter.builder("weir.dashboard.records.skipped")
                .description("Batches skipped because the dashboard could not keep up")
                .register(registry);
        Gauge.builder("weir.dashboard.series", hub, LiveHub::seriesCount)
                .description("Series that the dashboard follows")
                .register(registry);
        Gauge.builder("weir.dashboard.clients", hub, LiveHub::feedCount)
                .description("Streams of live metrics to browsers")
                .register(registry);
        FunctionCounter.builder("weir.dashboard.lines", hub, LiveHub::linesTaken)
                .description("Lines read for the page")
                .register(registry);
        FunctionCounter.builder("weir.dashboard.lines.unfollowed", hub, LiveHub::linesUnfollowed)
                .description("Lines ignored because their series are beyond the limit dashboard.series")
                .register(registry);
        FunctionCounter.builder("weir.dashboard.logins.wrong", access, Access::wrongTokens)
                .description("Logins with a wrong token")
                .register(registry);
        FunctionCounter.builder("weir.dashboard.logins.refused", access, Access::tokensRefused)
                .description("Logins refused without a token check, after too many wrong tokens from the source")
                .register(registry);
    }

    /** The rule counts from the meters of this process. */
    public static List<RuleCount> ruleCounts(MeterRegistry registry) {
        List<RuleCount> counts = new ArrayList<>();
        registry.forEachMeter(meter -> {
            String rule = meter.getId().getTag("rule");
            if (rule != null && meter.getId().getName().startsWith(WEIR)) {
                String name = meter.getId().getName().substring(WEIR.length());
                counts.add(new RuleCount(
                        rule, name, meter.measure().iterator().next().getValue()));
            }
        });
        return counts;
    }

    /** Counts batches that the reader skipped. */
    public void skipped(long records) {
        skipped.increment((double) records);
    }
}
