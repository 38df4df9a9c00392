package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.Grid;
import io.weir.benchmarks.harness.Http;
import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Five queries of a dashboard of jobs, from many parallel clients, of raw points and of the tiers
 * that {@code weir storage apply} created from them.
 */
final class Queries {
    /** Length of the longest range. */
    static final int DAYS = 30;

    private static final List<Integer> RANGES = List.of(1, 2, 7, DAYS);
    private static final String RULES = """
            version: 1
            storage:
              tiers:
                - {name: raw, keep: 60d}
                - {name: s30, every: 30s, keep: 90d}
                - {name: m5, every: 5m, keep: 2y}
              functions:
                - {measurement: jobs, numbers: [sum, count, max]}
            """;

    private final Path influxd;
    private final long points;
    private final List<Integer> clients;
    private final int seconds;

    /**
     * @param seconds duration for each number of clients; longer if a client has no answer by then
     */
    Queries(Path influxd, long points, List<Integer> clients, int seconds) {
        this.influxd = influxd;
        this.points = points;
        this.clients = clients;
        this.seconds = seconds;
    }

    void measure() throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create();
                InfluxServer server = InfluxServer.start(influxd, Map.of("INFLUXDB_HTTP_MAX_ROW_LIMIT", "0"))) {
            Path rules = Files.writeString(directory.path().resolve("rules.yaml"), RULES);
            List<StorageTier> tiers = RuleLoader.load(rules).storage().tiers();
            long endMillis = Clock.systemUTC().millis() / 60_000 * 60_000;
            JobsData data = JobsData.of(points, endMillis);
            server.applyTiers(Writer.DATABASE, rules);
            long beginNanos = System.nanoTime();
            data.load(server, Writer.DATABASE);
            System.out.printf(
                    "%d raw points in %d series over %d days, loaded directly in %.0f s%n",
                    data.points(),
                    data.sites() * JobsLog.seriesPerSite(),
                    DAYS,
                    (System.nanoTime() - beginNanos) / 1e9);
            beginNanos = System.nanoTime();
            server.applyTiers(Writer.DATABASE, rules);
            System.out.printf(
                    "Tiers computed from them by weir storage apply in %.0f s: %d points of 30 s, %d of 5 min%n%n",
                    (System.nanoTime() - beginNanos) / 1e9,
                    server.ask(Writer.DATABASE, "SELECT count(jobs_sum) FROM weir_s30.jobs"),
                    server.ask(Writer.DATABASE, "SELECT count(jobs_sum) FROM weir_m5.jobs"));
            ask(server, tiers, endMillis);
        }
    }

    private void ask(InfluxServer server, List<StorageTier> tiers, long endMillis)
            throws IOException, InterruptedException {
        Grid grid =
                new Grid("range", "clients", "raw p50, ms", "p95, ms", "tier", "p50, ms", "p95, ms", "p95, tier : raw");
        for (int days : RANGES) {
            long fromMillis = endMillis - TimeUnit.DAYS.toMillis(days);
            StorageTier tier = TierChoice.of(tiers, fromMillis, endMillis, endMillis, JobsQuery.PIXELS);
            for (int count : clients) {
                Times raw = crowd(server, tiers.get(0), fromMillis, endMillis, count);
                Times ofTier = crowd(server, tier, fromMillis, endMillis, count);
                grid.row(
                        days + " d",
                        count,
                        millis(raw.at(0.5)),
                        millis(raw.at(0.95)),
                        tier.name(),
                        millis(ofTier.at(0.5)),
                        millis(ofTier.at(0.95)),
                        String.format(Locale.ROOT, "%.3f", ofTier.at(0.95) / raw.at(0.95)));
            }
        }
        grid.print();
    }

    /** Sorted times. */
    private record Times(List<Long> nanos) {
        double at(double share) {
            return nanos.get((int) Math.min(nanos.size() - 1, Math.ceil(nanos.size() * share) - 1));
        }
    }

    private Times crowd(InfluxServer server, StorageTier tier, long fromMillis, long toMillis, int count)
            throws IOException, InterruptedException {
        System.err.printf(
                "%d clients ask for %d days of %s%n",
                count, TimeUnit.MILLISECONDS.toDays(toMillis - fromMillis), tier.name());
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<Long> nanos = new ArrayList<>();
        try {
            List<Future<List<Long>>> clientsTimes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int first = i;
                clientsTimes.add(threads.submit(() -> client(server, tier, fromMillis, toMillis, first, endNanos)));
            }
            for (Future<List<Long>> each : clientsTimes) {
                nanos.addAll(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return new Times(nanos.stream().sorted().toList());
    }

    /** Sends queries one after the other, at least one. */
    private static List<Long> client(
            InfluxServer server, StorageTier tier, long fromMillis, long toMillis, int first, long endNanos)
            throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        JobsQuery[] queries = JobsQuery.values();
        for (int next = first; nanos.isEmpty() || System.nanoTime() < endNanos; next++) {
            String query = queries[next % queries.length].text(tier, fromMillis, toMillis);
            long beginNanos = System.nanoTime();
            String answer = server.http().get("/query?epoch=ms&db=" + Writer.DATABASE + "&q=" + Http.escaped(query));
            nanos.add(System.nanoTime() - beginNanos);
            if (!answer.contains("\"series\"")) {
                throw new IOException(query + ": " + answer);
            }
        }
        return nanos;
    }

    private static long millis(double nanos) {
        return Math.round(nanos / 1e6);
    }
}
