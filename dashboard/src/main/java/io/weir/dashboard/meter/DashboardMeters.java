package io.weir.dashboard.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.MeterSet;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.WebServer;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.RuleCount;
import java.util.ArrayList;
import java.util.List;

/** All meters of the dashboard. Thread-safe. */
public final class DashboardMeters {
    private static final String WEIR = "weir.";

    private final Counter skipped;

    /** Registers the meters. Some of them read {@code hub} and {@code web}. */
    public DashboardMeters(MeterRegistry registry, LiveHub hub, WebServer web) {
        MeterSet meters = new MeterSet(registry);
        skipped = meters.counter(
                "weir.dashboard.records.skipped", "Batches skipped because the dashboard could not keep up");
        meters.gauge("weir.dashboard.series", "Series that the dashboard follows", hub, LiveHub::seriesCount);
        meters.gauge("weir.dashboard.clients", "Streams of live metrics to browsers", hub, LiveHub::feedCount);
        meters.counter("weir.dashboard.lines", "Lines read for the page", hub, LiveHub::linesTaken);
        meters.counter(
                "weir.dashboard.lines.unfollowed",
                "Lines ignored because their series are beyond the limit dashboard.series",
                hub,
                LiveHub::linesUnfollowed);
        meters.counter(
                "weir.dashboard.queries.cancelled",
                "Queries of the store cancelled because their client disconnected",
                web,
                WebServer::queriesCancelled);
    }

    /** Registers the meters of logins with a token. */
    public static void ofLogins(MeterRegistry registry, LocalAccess access) {
        MeterSet meters = new MeterSet(registry);
        meters.counter("weir.dashboard.logins.wrong", "Logins with a wrong token", access, LocalAccess::wrongTokens);
        meters.counter(
                "weir.dashboard.logins.refused",
                "Logins refused without a token check, after too many wrong tokens from the source",
                access,
                LocalAccess::tokensRefused);
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
