package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.Grid;
import io.weir.benchmarks.harness.Latencies;
import io.weir.benchmarks.harness.WeirProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Asks full stores for plots, and collects the times. */
final class Measurement {
    /** Days of the plots. */
    static final List<Integer> RANGES = List.of(1, 2, 7, 30);

    /** A plot over 30 days reads more samples than Weir allows by default, and waits for others longer. */
    private static final Map<String, String> SETTINGS =
            Map.of("WEIR_DASHBOARD_QUERY_SAMPLES", "1000000000", "WEIR_DASHBOARD_QUERY_TIMEOUT", "15m");

    private final WmsHistory history;
    private final List<Integer> clients;
    private final Duration time;
    private final long seed;
    private final Grid grid = new Grid(
            "asked",
            "range",
            "clients",
            "answers/s",
            "mean, ms",
            "p50, ms",
            "p95, ms",
            "p99, ms",
            "p95 : 1 d",
            "refused");

    /** @param time for each row of the table; longer if a client has no answer by then */
    Measurement(WmsHistory history, List<Integer> clients, Duration time, long seed) {
        this.history = history;
        this.clients = clients;
        this.time = time;
        this.seed = seed;
    }

    /**
     * Measures a store directly and through Weir.
     *
     * @throws IOException if an answer differs from the history
     */
    void measure(String name, Store store) throws IOException, InterruptedException {
        List<Integer> ofTier = RANGES.stream().filter(Tier::fits).toList();
        Optional<PlotApi> direct = store.direct();
        Optional<PlotApi> directTier = store.directTier();
        Map<Integer, Double> oneDay = new HashMap<>();
        if (direct.isPresent()) {
            ask(name, direct.get(), RANGES, oneDay);
        }
        if (directTier.isPresent()) {
            ask(name + ", tier", directTier.get(), ofTier, oneDay);
        }
        try (WeirProcess weir = WeirProcess.start(Filling.RULES, List.of("--store", store.url()), SETTINGS)) {
            Map<Integer, Double> oneDayOfWeir = new HashMap<>();
            ask("Weir, " + name, new PromqlApi(weir.pageHttp(), "", ""), RANGES, oneDayOfWeir);
            if (directTier.isPresent()) {
                ask("Weir, " + name + ", tier", new PromqlApi(weir.pageHttp(), Tier.NAME, ""), ofTier, oneDayOfWeir);
            }
        }
    }

    /** @param oneDay 95 % of the times for plots of a day, by the number of clients; gets those of this API */
    private void ask(String name, PlotApi api, List<Integer> ranges, Map<Integer, Double> oneDay)
            throws IOException, InterruptedException {
        Agreement.check(name, api, history, ranges, new Random(seed));
        for (int days : ranges) {
            for (int count : clients) {
                System.err.printf("%s: %d clients ask for %d days%n", name, count, days);
                Crowd.Seen seen = new Crowd(api, history, days).ask(count, time, seed);
                Latencies times = seen.latencies();
                double p95 = times.millis(0.95);
                oneDay.putIfAbsent(count, p95);
                grid.row(
                        name,
                        days + " d",
                        count,
                        decimal(seen.perSecond()),
                        Math.round(times.meanMillis()),
                        Math.round(times.millis(0.5)),
                        Math.round(p95),
                        Math.round(times.millis(0.99)),
                        decimal(p95 / oneDay.getOrDefault(count, p95)),
                        seen.refused());
            }
        }
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Prints all times. */
    void print() {
        grid.print();
    }
}
