package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tiers that processing computes, in a real VictoriaMetrics: values are late by up to two minutes, and Weir is killed
 * while windows are open.
 */
@Tag("long")
class VictoriaMetricsTiersTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RULES = """
            version: 1
            storage:
              by: processing
              tiers:
                - {name: raw, keep: 7d}
                - {name: s10, every: 10s, keep: 30d}
                - {name: m1, every: 1m, keep: 2y}
              functions:
                - {measurement: temp, numbers: [max, last]}
              exempt:
                - {match: {measurement: debug}}
            """;
    private static final List<String> MEASUREMENTS = List.of("load", "temp", "debug");
    private static final Map<String, Long> TIERS = Map.of("s10", 10_000L, "m1", 60_000L);
    private static final String ANY_RAW = "(load|temp|debug)_value";
    private static final String ANY_TIER = "(load|temp|debug)_(s10|m1)_.*";
    private static final int HOSTS = 4;
    private static final int SECONDS = 120;
    private static final int LINES_IN_DATAGRAM = 20;

    private final SplittableRandom random = new SplittableRandom(SEED);
    /** Half an hour ago, at a full minute. */
    private final long begin = (System.currentTimeMillis() / 60_000 - 30) * 60_000;

    private record Sample(String measurement, String host, long millis, double value) {
        String line() {
            return "%s,host=%s value=%s,t=\"x\" %d000000\n".formatted(measurement, host, value, millis);
        }

        String key(String name, long at) {
            return name + " " + host + " " + at;
        }
    }

    @Test
    void everyValueOfEveryTierIsWhatRawGives(@TempDir Path directory) throws Exception {
        Path rules = Files.writeString(directory.resolve("rules.yaml"), RULES);
        List<Sample> first = new ArrayList<>();
        List<Sample> second = new ArrayList<>();
        for (int at = 0; at < SECONDS; at++) {
            for (Sample sample : samples(begin + at * 1_000L)) {
                boolean isLate = random.nextInt(10) == 0;
                (at < SECONDS / 2 + 15 && !isLate ? first : second).add(sample);
            }
        }
        List<Sample> inWindows = new ArrayList<>(first);
        inWindows.addAll(second);
        Map<String, Double> expected = tiersOf(inWindows);
        // Beyond the grace of ten minutes, and then before it.
        List<Sample> closing = samples(begin + SECONDS * 1_000L + 660_000);
        List<Sample> tooLate = samples(begin + 5_001);
        try (ServerProcess store = ServerProcess.victoriaMetrics()) {
            UpInstallation weir =
                    new UpInstallation(directory, "--store=victoriametrics://" + store.address(), "--rules=" + rules);
            try (WeirProcess process = weir.start()) {
                send(weir, first);
                eventually(
                        "the first values are stored",
                        () -> stored(store, ANY_RAW).size() == first.size());
                process.kill();
            }
            assertThat(stored(store, ANY_TIER)).as("seed %d", SEED).isEmpty();
            try (WeirProcess process = weir.start()) {
                send(weir, second);
                int all = inWindows.size();
                eventually("all values are stored", () -> stored(store, ANY_RAW).size() == all);
                send(weir, closing);
                eventually(
                        "there are all windows",
                        () -> stored(store, ANY_TIER).keySet().equals(expected.keySet()));
                assertEqual(stored(store, ANY_TIER), expected);
                send(weir, tooLate);
                int more = all + closing.size() + tooLate.size();
                eventually(
                        "late values are stored", () -> stored(store, ANY_RAW).size() == more);
                assertEqual(stored(store, ANY_TIER), expected);
                process.terminate();
                process.awaitExit();
            }
        }
    }

    /** A sample of each series. */
    private List<Sample> samples(long millis) {
        List<Sample> samples = new ArrayList<>();
        for (String measurement : MEASUREMENTS) {
            for (int host = 0; host < HOSTS; host++) {
                samples.add(new Sample(measurement, "h" + host, millis, random.nextInt(8_000) / 8.0));
            }
        }
        return samples;
    }

    private static void send(UpInstallation weir, List<Sample> samples) throws IOException {
        for (int from = 0; from < samples.size(); from += LINES_IN_DATAGRAM) {
            StringBuilder lines = new StringBuilder();
            samples.subList(from, Math.min(samples.size(), from + LINES_IN_DATAGRAM))
                    .forEach(sample -> lines.append(sample.line()));
            weir.send(lines.toString());
        }
    }

    /** The values of all tiers, by name, host and time. */
    private static Map<String, Double> tiersOf(List<Sample> samples) {
        Map<String, List<Sample>> windows = new TreeMap<>();
        for (Sample sample : samples) {
            TIERS.forEach((tier, every) -> windows.computeIfAbsent(
                            sample.key(sample.measurement + "_" + tier, sample.millis / every * every),
                            unseen -> new ArrayList<>())
                    .add(sample));
        }
        Map<String, Double> values = new TreeMap<>();
        windows.forEach((key, window) -> {
            String name = key.substring(0, key.indexOf(' ')) + "_value_";
            String rest = key.substring(key.indexOf(' '));
            double[] numbers = window.stream().mapToDouble(Sample::value).toArray();
            double max = Arrays.stream(numbers).max().orElseThrow();
            if (name.startsWith("load")) {
                values.put(name + "mean" + rest, Arrays.stream(numbers).sum() / numbers.length);
                values.put(name + "min" + rest, Arrays.stream(numbers).min().orElseThrow());
                values.put(name + "max" + rest, max);
                values.put(name + "count" + rest, (double) numbers.length);
            } else if (name.startsWith("temp")) {
                values.put(name + "max" + rest, max);
                values.put(name + "last" + rest, last(window));
            }
        });
        return values;
    }

    private static double last(List<Sample> window) {
        Sample last = window.get(0);
        for (Sample each : window) {
            last = each.millis > last.millis ? each : last;
        }
        return last.value;
    }

    /** What the store has under names that match, by name, host and time. A repeat must be equal. */
    private static Map<String, Double> stored(ServerProcess store, String names) {
        store.get("/internal/force_flush");
        String match = URLEncoder.encode("{__name__=~\"" + names + "\"}", UTF_8);
        Map<String, Double> stored = new TreeMap<>();
        store.get("/api/v1/export?match%5B%5D=" + match).lines().forEach(line -> {
            JsonNode series = read(line);
            String name = series.at("/metric/__name__").asText() + " "
                    + series.at("/metric/host").asText() + " ";
            for (int i = 0; i < series.path("values").size(); i++) {
                double value = series.path("values").path(i).asDouble();
                Double other =
                        stored.put(name + series.path("timestamps").path(i).asLong(), value);
                assertThat(other == null || other == value).as(line).isTrue();
            }
        });
        return stored;
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertEqual(Map<String, Double> actual, Map<String, Double> expected) {
        assertThat(actual.keySet()).as("seed %d", SEED).isEqualTo(expected.keySet());
        expected.forEach((key, value) ->
                assertThat(actual.get(key)).as("seed %d %s", SEED, key).isCloseTo(value, within(1e-9)));
    }
}
