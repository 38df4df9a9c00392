package io.weir.standalone.grafana;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.standalone.Eventually;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.grafana.Dashboard.Question;
import io.weir.standalone.probe.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Runs all queries of all dashboards in InfluxQL against a store with Weir's real output. */
final class Filled {
    private static final Duration SHOWN = Duration.ofMinutes(30);

    private Filled() {}

    /** Fails unless each query returns rows without an empty column. */
    static void everyQuestionIsAnswered(UpInstallation weir, DataSource store) throws Exception {
        weir.with("WEIR_WRITER_ANNOTATIONS", "alarms").with("WEIR_PROBE_METERS_OF", "127.0.0.1:" + weir.metersPort());
        try (WeirProcess process = weir.start()) {
            send(weir);
            for (Dashboard dashboard : Dashboard.of(store.uid())) {
                Map<String, String> variables = new HashMap<>();
                dashboard.variables().forEach((name, query) -> variables.put(name, values(store, query)));
                for (Question question : dashboard.questions()) {
                    Eventually.eventually(
                            question.toString(), () -> isAnswered(store.ask(filled(question.query(), variables))));
                }
            }
            process.terminate();
        }
    }

    /**
     * Sends two rounds of a probe with all subjects, the line of the README, and an unreadable
     * line.
     */
    private static void send(UpInstallation weir) throws Exception {
        long now = TimeUnit.SECONDS.toNanos(Instant.now().getEpochSecond());
        weir.send(Samples.text(now - TimeUnit.SECONDS.toNanos(30)));
        weir.send(Samples.text(now - TimeUnit.SECONDS.toNanos(20)));
        weir.send("cpu,hostname=flp1,detector=TPC value=97.3");
        weir.send("this is not line protocol");
    }

    /**
     * The value of a variable when all is selected, which Grafana inserts into regular expressions.
     */
    private static String values(DataSource store, String query) {
        TreeSet<String> values = new TreeSet<>();
        Eventually.eventually(query, () -> {
            store.ask(query).forEach(series -> series.path("values")
                    .forEach(row -> values.add(row.path(1).asText())));
            return values.contains("flp1") || values.contains("TPC");
        });
        return "(" + String.join("|", values) + ")";
    }

    private static String filled(String query, Map<String, String> variables) {
        long now = System.currentTimeMillis();
        String filled = query.replace(
                        "$timeFilter", "time >= " + (now - SHOWN.toMillis()) + "ms and time <= " + now + "ms")
                .replace("$__interval", "10s");
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            filled = filled.replace("$" + variable.getKey(), variable.getValue());
        }
        return filled;
    }

    private static boolean isAnswered(List<JsonNode> series) {
        return !series.isEmpty()
                && IntStream.range(0, series.get(0).path("columns").size())
                        .allMatch(column -> hasValue(series, column));
    }

    private static boolean hasValue(List<JsonNode> series, int column) {
        return series.stream().anyMatch(each -> {
            boolean found = false;
            for (JsonNode row : each.path("values")) {
                found |= !row.path(column).isNull();
            }
            return found;
        });
    }
}
