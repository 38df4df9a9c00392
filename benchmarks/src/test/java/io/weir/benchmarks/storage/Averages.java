package io.weir.benchmarks.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.benchmarks.harness.WeirProcess;
import io.weir.benchmarks.pipeline.PipelineRun;
import io.weir.benchmarks.pipeline.Report;
import io.weir.standalone.send.Load;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The standard workload through the default rules, with averages over 1 s and suppression of steady
 * ones. The count of values of each average is always stored, so that a query can account for every
 * line.
 */
final class Averages {
    private static final String DEFAULT_RULES = "/io/weir/standalone/rules/default-rules.yaml";
    private static final Map<String, String> ADDED = Map.of(
            "aggregate",
            "{name: cpu-averages, match: {measurement: cpu_usage}, fields: [value], functions: [mean, count], window: 1s, grace: 2s}",
            "suppress",
            "{name: steady-averages, match: {measurement: cpu_usage_1s}, field: value_mean, mode: deadband, absolute: 5, heartbeat: 1m}");

    private final Path influxd;
    private final Load load;

    Averages(Path influxd, int linesPerSecond, Duration warmUp, Duration duration) {
        this.influxd = influxd;
        this.load = new Load(linesPerSecond, 10, Load.NO_LIMIT, warmUp.toNanos(), duration.toNanos());
    }

    /** Returns whether every line is accounted for, lost or not. */
    boolean measure() throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create();
                InfluxServer server = InfluxServer.start(influxd, Map.of());
                WeirProcess weir = WeirProcess.start(
                        Files.writeString(directory.path().resolve("rules.yaml"), rules()), Writer.store(server))) {
            Duration before = server.cpu();
            Report report = new PipelineRun(
                            load,
                            meters -> meters.withStore(
                                    server.ask(Writer.DATABASE, "SELECT count(value_count) FROM cpu_usage_1s"),
                                    server.ask(Writer.DATABASE, "SELECT sum(value_count) FROM cpu_usage_1s")),
                            true)
                    .run(weir);
            report.print(load);
            long averages = server.ask(Writer.DATABASE, "SELECT count(value_mean) FROM cpu_usage_1s");
            System.out.printf(
                    "%nAverages left out by suppression: %d. InfluxDB: %.2f s of processor time per million lines sent.%n",
                    report.end().rows() - averages,
                    server.cpu().minus(before).toNanos() / 1e3 / report.sent().lines());
            return report.isAccountedFor();
        }
    }

    private static String rules() throws IOException {
        String rules;
        try (InputStream stream = Load.class.getResourceAsStream(DEFAULT_RULES)) {
            if (stream == null) {
                throw new IOException(DEFAULT_RULES + " is missing");
            }
            rules = new String(stream.readAllBytes(), UTF_8);
        }
        for (Map.Entry<String, String> each : ADDED.entrySet()) {
            String section = "\n" + each.getKey() + ":\n";
            if (!rules.contains(section)) {
                throw new IOException("the default rules have no section " + each.getKey() + " any more");
            }
            rules = rules.replace(section, section + "  - " + each.getValue() + "\n");
        }
        return rules;
    }
}
