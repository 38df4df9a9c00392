package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.store.Texts;
import io.weir.writer.testing.ServerProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** VictoriaMetrics, single-node. */
class VictoriaMetricsContractTest extends StoreContract {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A store for any server that answers like VictoriaMetrics. */
    record Served(ServerProcess server, String url) implements ServedStore {
        @Override
        public List<String> values(String measurement, String field) {
            return valuesOf(measurement + "_" + field);
        }

        /** The values of all series of this name. */
        List<String> valuesOf(String name) {
            SortedMap<Long, List<String>> values = new TreeMap<>();
            for (JsonNode series : export(server, name)) {
                for (int i = 0; i < series.path("values").size(); i++) {
                    values.computeIfAbsent(series.path("timestamps").path(i).asLong(), at -> new ArrayList<>())
                            .add(series.path("values").path(i).asText());
                }
            }
            return values.values().stream()
                    .flatMap(each -> each.stream().sorted())
                    .toList();
        }
    }

    /** Series by name, each with its labels, values and timestamps. */
    static List<JsonNode> export(ServerProcess server, String name) {
        server.get("/internal/force_flush");
        String match = URLEncoder.encode("{__name__=\"" + name + "\"}", StandardCharsets.UTF_8);
        List<JsonNode> series = new ArrayList<>();
        server.get("/api/v1/export?match[]=" + match.replace("[", "%5B"))
                .lines()
                .forEach(line -> {
                    try {
                        series.add(JSON.readTree(line));
                    } catch (JsonProcessingException e) {
                        throw new IllegalStateException(line, e);
                    }
                });
        return series;
    }

    private ServerProcess server() {
        return ((Served) store()).server();
    }

    @Override
    TestStore open(Path directory) {
        ServerProcess server = ServerProcess.victoriaMetrics();
        return new Served(server, "victoriametrics://" + server.address());
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=2 1500000000000000000", "-retentionPeriod");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(
                store().url() + "/no/such",
                "unsupported path requested",
                store().url() + "/no",
                "correct the store's URL");
    }

    /** As a proxy answers that has lost the path since. */
    @Test
    void waitsIfNothingAtAllIsAcceptedAnyMore() {
        AtomicBoolean isLost = new AtomicBoolean();
        try (ScriptedServer scripted =
                        new ScriptedServer(request -> isLost.get() ? new Answer(400, "no route") : new Answer(204));
                Parcel waiting = new Parcel("victoriametrics://" + scripted.address())) {
            assertThat(waiting.deliver("m v=1 " + T)).isTrue();
            isLost.set(true);
            assertThat(waiting.trouble()).contains("no route").contains("correct the store's URL");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void writesUnderThePathOfACluster() {
        try (Parcel prefixed = new Parcel(store().url() + "/influx/")) {
            assertThat(prefixed.deliver("prefixed value=1 " + T)).isTrue();
        }
        assertThat(values("prefixed", "value")).containsExactly("1");
    }

    @Test
    void dropsNothingThatTheServerWouldDropSilently() {
        String tags =
                IntStream.range(0, 31).mapToObj(i -> ",t" + (10 + i) + "=x").collect(Collectors.joining());
        List<String> refused = List.of(
                "silent v=1 -5",
                "silent v=1 " + (T - TimeUnit.DAYS.toNanos(32)),
                "silent v=1 " + (T + TimeUnit.DAYS.toNanos(3)),
                "silent" + tags + " v=1 " + T,
                "silent,t=" + "x".repeat(16_385) + " v=1 " + T,
                "silent,t=a\\\\b v=1 " + T);
        String most = tags.substring(0, tags.lastIndexOf(','));

        parcel.deliver(String.join("\n", refused));
        parcel.deliver("silent v=1 " + (T - TimeUnit.DAYS.toNanos(30)));
        parcel.deliver("silent" + most + " v=2 " + T + "\nsilent,t=" + "x".repeat(16_384) + " v=3 " + (T + 1_000_000));

        assertThat(parcel.rejectedLines()).containsExactlyElementsOf(refused);
        assertThat(values("silent", "v")).containsExactly("1", "2", "3");
        assertThat(export(server(), "silent_v"))
                .extracting(series -> series.path("metric").size())
                .containsExactlyInAnyOrder(31, 2, 1);
        assertThat(server().get("/metrics"))
                .contains("vm_rows_ignored_total{reason=\"small_timestamp\"} 0")
                .contains("vm_rows_ignored_total{reason=\"big_timestamp\"} 0")
                .contains("vm_rows_invalid_total{type=\"influx\"} 0");
    }

    @Test
    void dividesNoSeriesByTexts() {
        parcel.deliver("mixed,host=a state=\"up\",load=1.5,name=\"x\\ny\" " + T + "\nmixed,host=a state=\"down\" "
                + (T + 1_000_000));

        assertThat(values("mixed", "load")).containsExactly("1.5");
        assertThat(values("mixed", "state")).isEmpty();
        assertThat(parcel.counted("weir.writer.fields.skipped")).isEqualTo(3);
        assertThat(parcel.counted("weir.writer.lines.stored")).isEqualTo(2);
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void storesTextsAsLabelsIfAsked() {
        try (Parcel info = Parcel.keeping(store().url(), Texts.INFO)) {
            info.deliver("info,host=a state=\"up, \\\"and\\\" = running\",load=1.5 " + T + "\ninfo,state=a state=\"b\" "
                    + T + "\ninfo state=\"two\nlines\" " + T + "\ninfo state=\"\" " + T + "\ninfo path=\"C:\\\\\" "
                    + T);

            assertThat(info.counted("weir.writer.fields.skipped")).isEqualTo(4);
        }
        assertThat(values("info", "load")).containsExactly("1.5");
        assertThat(export(server(), "info_state_info"))
                .extracting(series -> series.path("metric").toString() + series.path("values"))
                .containsExactly(
                        "{\"__name__\":\"info_state_info\",\"host\":\"a\",\"state\":\"up, \\\"and\\\" = running\"}[1]");
    }

    @Test
    void serverThatRemovesDuplicatesKeepsARepeatOnce() {
        try (ServerProcess single = ServerProcess.victoriaMetrics("-dedup.minScrapeInterval=1ms");
                Parcel repeating = new Parcel("victoriametrics://" + single.address())) {
            String lines = "once,host=a v=1 " + T + "\nonce,host=a v=2 " + (T + 1_000_000);
            repeating.deliver(lines);
            repeating.deliver(lines);

            assertThat(new Served(single, "").values("once", "v")).containsExactly("1", "2");
        }
    }

    @Test
    void namesWrongCredentials() {
        try (ServerProcess locked =
                ServerProcess.victoriaMetrics("-httpAuth.username=weir", "-httpAuth.password=secret")) {
            String url = "victoriametrics://weir@" + locked.address();
            try (Parcel none = new Parcel("victoriametrics://" + locked.address());
                    Parcel wrong = new Parcel(url, Optional.of("wrong"));
                    Parcel right = new Parcel(url, Optional.of("secret\n"))) {
                assertThat(none.trouble()).contains("HTTP 401").contains("WEIR_STORE_TOKEN");
                assertThat(wrong.trouble())
                        .contains("HTTP 401")
                        .contains("correct user 'weir'")
                        .doesNotContain("wrong");
                assertThat(right.deliver("locked value=1 " + T)).isTrue();
                assertThat(right.deliver("locked value=1 1500000000000000000")).isTrue();
                assertThat(right.rejected).hasSize(1);
            }
        }
    }
}
