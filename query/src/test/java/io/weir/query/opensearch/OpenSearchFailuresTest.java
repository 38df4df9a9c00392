package io.weir.query.opensearch;

import static java.util.stream.Collectors.joining;

import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenSearchFailuresTest extends StoreFailures {
    private static final String BEFORE = "{\"took\":1,\"timed_out\":";

    @Override
    protected SeriesStore store(String http) {
        return new OpenSearchSeries(http, "metrics", Optional.of("Basic x"));
    }

    @Override
    protected String beginning() {
        return BEFORE
                + "false,\"_shards\":{\"total\":1,\"failed\":0},\"hits\":{\"hits\":[]},\"aggregations\":{\"rows\":"
                + "{\"after_key\":{\"measurement\":\"cpu\",\"index\":\"i\"},\"buckets\":[{\"key\":{";
    }

    private void answersWith(int status, String body) {
        answers(answer(status, body), true);
    }

    private static String answer(int status, String body) {
        return "HTTP/1.1 " + status + " X\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** The answer of the catalogue's search that finds indices of the measurement. */
    private static String found(List<String> indices) {
        return BEFORE + "false,\"aggregations\":{\"rows\":{\"buckets\":"
                + indices.stream()
                        .map(each -> "{\"key\":{\"measurement\":\"cpu\",\"index\":\"" + each + "\"}}")
                        .collect(joining(",", "[", "]"))
                + "}}}";
    }

    private static String mapping(String index) {
        return "\"" + index + "\":{\"mappings\":{\"properties\":{\"@timestamp\":{\"type\":\"date_nanos\"},"
                + "\"measurement\":{\"type\":\"keyword\"},\"fields\":{\"properties\":{\"value\":{\"type\":\"long\"}}}}}}";
    }

    /** The first ones as the servers sent them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | index_not_found_exception | no such index [metrics-*] | UNAVAILABLE",
                "404 | index_not_found_exception | no such index [metrics-cpu-2026.11.27] | UNAVAILABLE",
                "400 | index_closed_exception | closed | UNAVAILABLE",
                "500 | query_phase_execution_exception | Query Failed [Time exceeded] | TIMEOUT",
                "401 | security_exception | missing authentication credentials | EXECUTION",
                "403 | security_exception | no permissions for [indices:data/read/search] | EXECUTION",
                "429 | es_rejected_execution_exception | rejected execution of task | UNAVAILABLE",
                "429 | circuit_breaking_exception | [parent] Data too large | UNAVAILABLE",
                "503 | too_many_buckets_exception | Trying to create too many buckets | EXECUTION",
                "400 | illegal_argument_exception | Trying to retrieve too many docvalue_fields | EXECUTION",
                "503 | search_phase_execution_exception | all shards failed | UNAVAILABLE"
            })
    void reasonOfTheServerIsReported(int status, String type, String text, Reason reason) {
        String cause = "{\"type\":\"" + type + "\",\"reason\":\"" + text + "\"}";
        answersWith(
                status,
                "{\"error\":{\"root_cause\":[" + cause + "],\"type\":\"other\",\"reason\":\"all shards failed\"},"
                        + "\"status\":" + status + "}");
        fails(LONG, reason, "answers with status " + status + ": " + type + ": " + text);
    }

    /** As both servers answer while shards are away. */
    @Test
    void errorWithoutARootCauseHasAReason() {
        answersWith(
                503,
                "{\"error\":{\"root_cause\":[],\"type\":\"search_phase_execution_exception\","
                        + "\"reason\":\"all shards failed\",\"failed_shards\":[]},\"status\":503}");
        fails(LONG, Reason.UNAVAILABLE, "status 503: search_phase_execution_exception: all shards failed");
    }

    /** As OpenSearch 2.19 answers while shards are away. */
    @Test
    void innermostCauseWithAReasonIsReported() {
        answersWith(
                503,
                "{\"error\":{\"root_cause\":[],\"type\":\"search_phase_execution_exception\",\"reason\":\"\","
                        + "\"phase\":\"query\",\"grouped\":true,\"failed_shards\":[],\"caused_by\":{"
                        + "\"type\":\"search_phase_execution_exception\",\"reason\":\"all shards failed\",\"caused_by\":{"
                        + "\"type\":\"search_phase_execution_exception\","
                        + "\"reason\":\"Search rejected due to missing shards [[i][0]]\"}}},\"status\":503}");
        fails(
                LONG,
                Reason.UNAVAILABLE,
                "status 503: search_phase_execution_exception: Search rejected due to missing shards [[i][0]]");
    }

    @Test
    void missingIndicesHaveARemedy() {
        answersWith(
                404,
                "{\"error\":{\"root_cause\":[{\"type\":\"index_not_found_exception\","
                        + "\"reason\":\"no such index [metrics-*]\"}]}}");
        fails(LONG, Reason.UNAVAILABLE, "; the writer creates the first index with the first metric");
    }

    @Test
    void answerAtTheServersTimeLimitIsAnError() {
        answersWith(200, BEFORE + "true,\"hits\":{\"hits\":[]},\"aggregations\":{\"rows\":{\"buckets\":[]}}}");
        fails(LONG, Reason.TIMEOUT, "refuses the query: Time exceeded");
    }

    @Test
    void answerOfSomeShardsIsAnError() {
        answersWith(
                200,
                BEFORE + "false,\"_shards\":{\"total\":2,\"failed\":1,\"failures\":[{\"reason\":{\"type\":\"x\","
                        + "\"reason\":\"a disk is broken\"}}]},\"hits\":{\"hits\":[]}}");
        fails(LONG, Reason.UNAVAILABLE, "a disk is broken");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"hits\":{\"hits\":[]}}",
                "{\"aggregations\":{}}",
                "{\"aggregations\":{\"rows\":7}}",
                "{\"aggregations\":7}",
                "{\"aggregations\":{\"rows\":{}}}",
                "{\"aggregations\":{\"rows\":{\"buckets\":7}}}",
                "{\"aggregations\":{\"rows\":{\"buckets\":[7]}}}",
                "{\"aggregations\":{\"other\":{\"buckets\":[]}}}",
                "[]",
                "7",
                ""
            })
    void answerOfAnotherShapeIsAnError(String body) {
        answersWith(200, body);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "7", "", "{\"i\":7}", "{\"i\":[]}", "{\"other\":{}}", "{\"status\":\"fine\"}"})
    void mappingsOfAnotherShapeAreAnError(String body) {
        answers(List.of(answer(200, found(List.of("i"))), answer(200, body)), true);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }

    @Test
    void mappingThatIsMissingIsNamed() {
        answers(List.of(answer(200, found(List.of("i", "j"))), answer(200, "{" + mapping("i") + "}")), true);
        fails(LONG, Reason.UNAVAILABLE, "no mapping of j");
    }

    /** Many names are in the body of a multi-search, whose errors are in an answer with status 200. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"error\":{\"root_cause\":[{\"type\":\"index_not_found_exception\",\"reason\":\"no such index\"}]},"
                        + "\"status\":404} | UNAVAILABLE | refuses the query: index_not_found_exception: no such index",
                "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no permissions\"},\"status\":403} | EXECUTION"
                        + "| refuses the query: security_exception: no permissions",
                "{\"timed_out\":true} | TIMEOUT | Time exceeded",
                "{} | UNAVAILABLE | is incomplete or unreadable",
                "'' | UNAVAILABLE | is incomplete or unreadable"
            })
    void failureOfAMultiSearchIsAnError(String response, Reason reason, String message) {
        List<String> indices =
                IntStream.range(10, 30).mapToObj(i -> "i".repeat(148) + i).toList();
        List<String> answers = new ArrayList<>(List.of(answer(200, found(indices))));
        for (List<String> part : List.of(indices.subList(0, 19), indices.subList(19, 20))) {
            answers.add(answer(
                    200, part.stream().map(OpenSearchFailuresTest::mapping).collect(joining(",", "{", "}"))));
        }
        answers.add(answer(200, "{\"took\":1,\"responses\":[" + response + "]}"));
        answers(answers, true);
        fails(LONG, reason, message);
    }
}
