package io.weir.benchmarks.dashboard;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.PacedLog;
import io.weir.benchmarks.harness.Table;
import io.weir.benchmarks.harness.WeirService;
import io.weir.contract.topic.Topics;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures the cost of browsers to a {@code weir dashboard} process, with the broker in another
 * process: without browsers, with many, and with many of which some read slowly. Each follows a
 * hundred series that change once per second.
 */
final class Browsers {
    private static final int SERIES = 100_000;
    private static final int LINES_PER_SECOND = 100_000;
    private static final int SLOW_BYTES_PER_SECOND = 1_000;
    private static final int SETTLE_SECONDS = 40;
    private static final int EVERY_MILLIS = 200;

    private final Table table = new Table();
    private final WeirService dashboard;
    private final int port;
    private final int seconds;
    private final long lateMillis;

    private Browsers(WeirService dashboard, int port, int seconds, long lateMillis) {
        this.dashboard = dashboard;
        this.port = port;
        this.seconds = seconds;
        this.lateMillis = lateMillis;
    }

    /** @param slow number of clients that read slowly */
    static void measure(int clients, int slow, int seconds) throws IOException, InterruptedException {
        int port = FreePorts.next();
        Map<String, String> settings = Map.of("WEIR_KAFKA_PARTITIONS", "1", "WEIR_DASHBOARD_PORT", "" + port);
        try (KafkaProcess kafka = KafkaProcess.start()) {
            LogTopic live = new LogTopic(kafka, new Topics("").live());
            live.create();
            try (WeirService dashboard =
                    WeirService.start(List.of("dashboard"), kafka, settings, List.of("-Xmx512m"))) {
                dashboard.awaitReady();
                long empty = dashboard.liveHeap();
                long beginMillis = Clock.systemUTC().millis();
                MetricLog log = new MetricLog(SERIES, beginMillis, LINES_PER_SECOND);
                // The log begins before the load starts, so its stamps are this much older than the
                // sending.
                long lateMillis = Clock.systemUTC().millis() - beginMillis;
                PacedLog load = new PacedLog(kafka, live, log, LINES_PER_SECOND);
                try (load) {
                    Browsers browsers = new Browsers(dashboard, port, seconds, lateMillis);
                    browsers.table.row("live heap, nothing followed, MiB", empty >> 20, "");
                    browsers.look(0, 0);
                    browsers.look(clients, 0);
                    browsers.look(clients, slow);
                    browsers.table.print("Browsers of one dashboard, " + LINES_PER_SECOND + " metrics/s");
                }
            }
        }
    }

    private void look(int count, int slow) throws IOException, InterruptedException {
        List<Client> quickly = new ArrayList<>();
        List<Client> slowly = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                boolean isSlow = i < slow;
                // Selects a hundred series: the last two digits are free.
                String selector = String.format("cpu_usage,hostname%%3Dflp%05d*", i);
                (isSlow ? slowly : quickly)
                        .add(new Client(port, selector, EVERY_MILLIS, isSlow ? SLOW_BYTES_PER_SECOND : 0));
            }
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            quickly.forEach(Client::begin);
            slowly.forEach(Client::begin);
            Duration cpu = dashboard.cpu();
            TimeUnit.SECONDS.sleep(seconds);
            double cores = dashboard.cpu().minus(cpu).toMillis() / 1e3 / seconds;
            String what = count + (slow > 0 ? ", " + slow + " of them slow" : "") + ": ";
            table.row(what + "cores", cores, "of the dashboard's process");
            table.row(what + "live heap, MiB", dashboard.liveHeap() >> 20, "with " + SERIES + " series");
            ages(what + "quick", quickly);
            ages(what + "slow", slowly);
        } finally {
            quickly.forEach(Client::stop);
            slowly.forEach(Client::stop);
            quickly.forEach(Client::close);
            slowly.forEach(Client::close);
        }
    }

    private void ages(String what, List<Client> clients) {
        if (clients.isEmpty()) {
            return;
        }
        long[] ages = clients.stream()
                .flatMapToLong(client -> Arrays.stream(client.ages()).map(age -> age - lateMillis))
                .sorted()
                .toArray();
        long least =
                clients.stream().mapToLong(client -> client.ages().length).min().orElse(0);
        table.row(
                what + ", updates/s",
                (double) ages.length / seconds / clients.size(),
                String.format("of each; of the one with the fewest %.2f", (double) least / seconds));
        if (ages.length > 0) {
            table.row(
                    what + ", age, ms",
                    ages[ages.length / 2],
                    "median, of the youngest value of an update when it is read");
            table.row(
                    what + ", age 99 %, ms", ages[(int) (ages.length * 0.99)], "the oldest: " + ages[ages.length - 1]);
        }
        table.row(
                what + ", older ones",
                clients.stream().mapToLong(Client::older).sum(),
                "values that came after a later one of their line");
        table.row(
                what + ", broken",
                clients.stream().mapToLong(Client::broken).sum(),
                "connections that the server ended");
    }
}
