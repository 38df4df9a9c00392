package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.ScriptedServer.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The outcome of lines for answers of OpenSearch or Elasticsearch, or of a proxy, that the real servers do not give here. */
class OpenSearchAnswersTest {
    private static final String TEMPLATES = "{\"index_templates\":[{}]}";
    private static final String MISSING = error("resource_not_found_exception", "index template not found", 404);
    private static final String UNAUTHORIZED = error("security_exception", "unable to authenticate user [weir]", 401);

    /** A server with a template, which answers bulk requests by the script. */
    private static ScriptedServer server(Function<Request, Answer> bulk) {
        return new ScriptedServer(
                request -> request.path().equals("/_bulk") ? bulk.apply(request) : new Answer(200, TEMPLATES));
    }

    private static Parcel parcelTo(ScriptedServer server) {
        return new Parcel("opensearch://" + server.address() + "/m");
    }

    private static String error(String type, String reason, int status) {
        return "{\"error\":" + cause(type, reason) + ",\"status\":" + status + "}";
    }

    private static String cause(String type, String reason) {
        return "{\"root_cause\":[],\"type\":\"" + type + "\",\"reason\":\"" + reason + "\"}";
    }

    private static Answer stored(Request request) {
        return items(request, line -> "{\"status\":201}");
    }

    /** An answer with an item for each document. */
    private static Answer items(Request request, Function<String, String> item) {
        List<String> documents = Arrays.stream(request.body().split("\n"))
                .filter(line -> line.startsWith("{\"@timestamp\""))
                .toList();
        String items = documents.stream()
                .map(document -> "{\"index\":" + item.apply(document) + "}")
                .collect(Collectors.joining(","));
        return new Answer(200, "{\"errors\":" + items.contains("error") + ",\"items\":[" + items + "]}");
    }

    private static String failed(int status, String type, String reason) {
        return "{\"status\":" + status + ",\"error\":{\"type\":\"" + type + "\",\"reason\":\"" + reason + "\"}}";
    }

    @ParameterizedTest
    @CsvSource({
        "429, es_rejected_execution_exception, words",
        "403, security_exception, words",
        "403, cluster_block_exception, index [m] blocked by: [FORBIDDEN/12/disk usage exceeded flood-stage watermark];",
        "403, cluster_block_exception, blocked by: [FORBIDDEN/8/index write (api)];[FORBIDDEN/12/disk usage];",
        "403, cluster_block_exception, blocked by: [FORBIDDEN/6/cluster read-only (api)];",
        "400, validation_exception, words"
    })
    void waitsIfADocumentFailsThoughItIsNotAtFault(int status, String type, String reason) {
        try (ScriptedServer server = server(request -> items(request, line -> failed(status, type, reason)));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble("m v=1 1")).contains("HTTP " + status + ": " + type + ": " + reason);
            assertThat(waiting.rejected).isEmpty();
        }
    }

    /** For example, a shrink blocks an index, or a lifecycle policy makes it read-only. */
    @ParameterizedTest
    @ValueSource(strings = {"FORBIDDEN/8/index write (api)", "FORBIDDEN/5/index read-only (api)"})
    void aLateLineForABlockedIndexStopsNoOther(String block) {
        String reason = "index [m-late-1970.01.01] blocked by: [" + block + "];";
        try (ScriptedServer server = server(request -> items(
                        request,
                        line -> line.contains("late")
                                ? failed(403, "cluster_block_exception", reason)
                                : "{\"status\":200}"));
                Parcel refusing = parcelTo(server)) {
            assertThat(refusing.deliver("late v=1 1\nm v=1 2")).isTrue();

            assertThat(refusing.rejectedLines()).containsExactly("late v=1 1");
            assertThat(refusing.rejected.get(0).reason())
                    .isEqualTo("table-refused: cluster_block_exception: " + reason);
            assertThat(refusing.counted("weir.writer.lines.stored")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"took\":3,\"errors\":false,\"items\":[]}", "{\"errors\":false}"})
    void answerWithoutErrorsMayHaveMoreKeys(String body) {
        try (ScriptedServer server = server(request -> new Answer(200, body));
                Parcel stored = parcelTo(server)) {
            assertThat(stored.deliver("m v=1 1")).isTrue();
            assertThat(stored.counted("weir.writer.lines.stored")).isEqualTo(1);
        }
    }

    @Test
    void waitsIfTheFailedDocumentsAreNotNamed() {
        try (ScriptedServer server = server(
                        request -> new Answer(200, "{\"errors\":true,\"items\":[{\"index\":{\"status\":201}}]}"));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble("m v=1 1")).contains("reports errors but names no document");
        }
    }

    @Test
    void timesBefore1970AreNotSent() {
        try (ScriptedServer server = server(OpenSearchAnswersTest::stored);
                Parcel refusing = parcelTo(server)) {
            assertThat(refusing.deliver("m v=1 -1\nm v=2 0")).isTrue();
            assertThat(refusing.rejectedLines()).containsExactly("m v=1 -1");
            assertThat(server.requests).noneMatch(request -> request.body().contains("1969"));
        }
    }

    @Test
    void refusesAllBadDocumentsOfARequestAtOnce() {
        List<Integer> sizes = new ArrayList<>();
        try (ScriptedServer server = server(request -> {
                    Answer answer = items(
                            request,
                            line -> line.contains("\"v\":true")
                                    ? failed(400, "mapper_parsing_exception", "words")
                                    : "{\"status\":200}");
                    sizes.add(answer.body().split("status").length - 1);
                    return answer;
                });
                Parcel refusing = parcelTo(server)) {
            String lines = IntStream.range(0, 1000)
                    .mapToObj(i -> "m,host=h" + i + " v=" + (i % 10 == 0 ? "true" : "1") + " " + i)
                    .collect(Collectors.joining("\n"));
            assertThat(refusing.deliver(lines)).isTrue();

            assertThat(refusing.rejected).hasSize(100);
            assertThat(refusing.rejected.get(99).line()).isEqualTo("m,host=h990 v=true 990");
            assertThat(refusing.rejected.get(99).reason()).isEqualTo("table-refused: mapper_parsing_exception: words");
            assertThat(sizes).containsExactly(1000, 900);
        }
    }

    /** The others must not wait for the retry of the first. */
    @Test
    void linesThatAreRefusedAndLinesThatWaitAreTakenApart() {
        List<String> bodies = new ArrayList<>();
        try (ScriptedServer server = server(request -> {
                    bodies.add(request.body());
                    return items(
                            request,
                            line -> line.contains("\"v\":true")
                                    ? failed(400, "mapper_parsing_exception", "words")
                                    : bodies.size() == 1 ? failed(429, "busy", "later") : "{\"status\":200}");
                });
                Parcel mixed = parcelTo(server)) {
            assertThat(mixed.deliver("m v=true 1\nm v=1 2")).isTrue();

            assertThat(mixed.rejectedLines()).containsExactly("m v=true 1");
            assertThat(mixed.counted("weir.writer.lines.stored")).isEqualTo(1);
            assertThat(bodies.get(bodies.size() - 1)).contains("\"v\":1.0").doesNotContain("true");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, no handler found, HTTP 400",
        "404, <html>words</html>, is no OpenSearch or Elasticsearch",
        "200, <html>words</html>, is no OpenSearch or Elasticsearch",
        "500, words, HTTP 500: words"
    })
    void waitsForAServerOrProxyThatRefusesRequests(int status, String body, String trouble) {
        try (ScriptedServer server = server(request -> new Answer(status, body));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble()).contains(trouble);
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void splitsARequestThatIsTooLarge() {
        try (ScriptedServer server = server(
                        request -> request.body().length() > 20_000 ? new Answer(413, "too large") : stored(request));
                Parcel splitting = parcelTo(server)) {
            String lines = IntStream.range(0, 1_000)
                    .mapToObj(i -> "m,host=h" + i + " v=" + i + " " + i)
                    .collect(Collectors.joining("\n"));
            assertThat(splitting.deliver(lines)).isTrue();

            assertThat(splitting.rejected).isEmpty();
            assertThat(splitting.counted("weir.writer.lines.stored")).isEqualTo(1_000);
        }
    }

    @Test
    void waitsAsLongAsTheServerAsks() {
        List<Long> times = new ArrayList<>();
        try (ScriptedServer server = server(request -> {
                    times.add(System.nanoTime());
                    return times.size() == 1 ? new Answer(429, "later", "1") : stored(request);
                });
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.deliver("m v=1 1")).isTrue();
            assertThat(times.get(1) - times.get(0)).isGreaterThan(1_000_000_000L);
        }
    }

    /** The words are those of Elasticsearch's security, which Maven does not have. */
    @Test
    void namesWrongCredentials() {
        try (ScriptedServer locked = new ScriptedServer(request -> new Answer(401, UNAUTHORIZED));
                Parcel none = new Parcel("elasticsearch://" + locked.address() + "/m");
                Parcel user = new Parcel("elasticsearch://weir@" + locked.address() + "/m", Optional.of("wrong"));
                Parcel key = new Parcel("elasticsearch://" + locked.address() + "/m", Optional.of("wrong"))) {
            assertThat(none.trouble())
                    .contains("HTTP 401: security_exception: unable to authenticate user [weir]")
                    .contains("WEIR_STORE_TOKEN");
            assertThat(user.trouble()).contains("correct user 'weir'").doesNotContain("wrong");
            assertThat(key.trouble()).contains("correct the token");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "elasticsearch://weir@, Basic d2VpcjpzZWNyZXQ=",
        "elasticsearch://,      ApiKey secret",
        "opensearch://,         Bearer secret"
    })
    void sendsPasswordsAndTokens(String start, String authorization) {
        try (ScriptedServer server = server(OpenSearchAnswersTest::stored);
                Parcel parcel = new Parcel(start + server.address() + "/m", Optional.of("secret\n"))) {
            assertThat(parcel.deliver("m v=1 1")).isTrue();
            assertThat(server.requests).hasSize(2).allSatisfy(request -> assertThat(request.authorization())
                    .isEqualTo(authorization));
        }
    }

    @Test
    void createsAMissingTemplateAndLeavesAnother() {
        List<String> created = new ArrayList<>();
        try (ScriptedServer server = new ScriptedServer(request -> {
                    if (request.path().equals("/_bulk")) {
                        return stored(request);
                    }
                    if (request.method().equals("POST")) {
                        created.add(request.path());
                        return new Answer(200, "{\"acknowledged\":true}");
                    }
                    return created.isEmpty() ? new Answer(404, MISSING) : new Answer(200, TEMPLATES);
                });
                Parcel first = parcelTo(server);
                Parcel second = parcelTo(server)) {
            assertThat(first.deliver("m v=1 1")).isTrue();
            assertThat(second.deliver("m v=1 1")).isTrue();
            assertThat(created).containsExactly("/_index_template/weir-m");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403, security_exception, let it manage index templates",
        "400, invalid_index_name_exception, and Elasticsearch from 7.8 on",
        "404, other, accepts no index template"
    })
    void waitsIfTheTemplateCannotBeRead(int status, String type, String trouble) {
        try (ScriptedServer server = new ScriptedServer(request -> new Answer(status, error(type, "words", status)));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble()).contains(type + ": words").contains(trouble);
        }
    }
}
