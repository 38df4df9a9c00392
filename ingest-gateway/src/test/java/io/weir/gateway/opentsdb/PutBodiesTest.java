package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PutBodiesTest {
    private static final String OK = "{\"metric\":\"ok\",\"timestamp\":1,\"value\":1}";

    private final Received received = Received.plain();

    @Test
    void pointsComeAloneOrInArraysAndWithMembersInAnyOrder() {
        PutReport alone = received.http(OK);
        PutReport array = received.http("""
                [{"tags":{"b":"ü","a":5,"c":true},"value":"-2.5","timestamp":"1790000000250","metric":"sys.cpu"},
                 {"tsuid":null,"metric":"a","x":{"metric":["b"]},"timestamp":1.5e9,"value":1E3,"tags":{}},
                 {"metric":"a","timestamp":7,"value":1,"tags":null}]
                """);
        assertThat(received.lines())
                .containsExactlyInAnyOrder(
                        "ok value=1 1000000000",
                        "sys_cpu,a=5,b=ü,c=true value=-2.5 1790000000250000000",
                        "a value=1E3 1500000000000000000",
                        "a value=1 7000000000");
        assertThat(json(alone, true, false)).isEqualTo("{\"success\":1,\"failed\":0}");
        assertThat(json(array, true, true)).isEqualTo("{\"success\":3,\"failed\":0,\"errors\":[]}");
        assertThat(json(array, false, false)).isEmpty();
        assertThat(array.status(false, false)).isEqualTo(204);
        assertThat(array.status(true, false)).isEqualTo(200);
        assertThat(array.status(false, true)).isEqualTo(200);
    }

    @Test
    void badPointsAreRefusedAloneWithTheirBytes() {
        List<BadMessage> bad = BadMessage.ofHttp();
        String body = bad.stream()
                .map(BadMessage::text)
                .collect(Collectors.joining(", " + OK + ",", "[" + OK + ",", "," + OK + "]"));
        PutReport report = received.http(body);
        assertThat(received.lines()).hasSize(bad.size() + 1).containsOnly("ok value=1 1000000000");
        assertThat(received.refused())
                .containsExactlyElementsOf(bad.stream()
                        .map(each -> each.reason() + "@" + each.at() + ": " + each.text())
                        .toList());
        assertThat(json(report, true, false))
                .isEqualTo("{\"success\":" + (bad.size() + 1) + ",\"failed\":" + bad.size() + "}");
        assertThat(report.status(true, true)).isEqualTo(400);
    }

    @Test
    void detailsTellThePartThatIsWrong() {
        String bad = "{\"metric\":\"a\", \"timestamp\":1,\"value\":\"x\"}";
        PutReport report = received.http("[" + OK + "," + bad + ",7]");
        assertThat(json(report, false, true))
                .isEqualTo(
                        "{\"success\":1,\"failed\":2,\"errors\":[{\"datapoint\":" + bad
                                + ",\"error\":\"/value: invalid-number\"},{\"datapoint\":7,\"error\":\"opentsdb-not-a-point\"}]}");
        assertThat(json(report, false, false))
                .isEqualTo("{\"error\":{\"code\":400,\"message\":\"One or more data points had errors\",\"details\":"
                        + "\"Please append \\\"details\\\" to the put request, or see metrics.rejected\"}}");
        assertThat(report.status(false, false)).isEqualTo(400);
    }

    @Test
    void pointsBeyondLimitsAreDetailsToo() {
        String late = "{\"metric\":\"a\",\"timestamp\":9000000000,\"value\":1}";
        PutReport report = received.http("[" + OK + "," + late + "," + OK + "]");
        assertThat(json(report, false, true))
                .isEqualTo("{\"success\":2,\"failed\":1,\"errors\":[{\"datapoint\":" + late
                        + ",\"error\":\"timestamp-ahead\"}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "[]", " [ ] [ ]"})
    void aBodyWithoutPointsIsAnError(String body) {
        PutReport report = received.http(body);
        assertThat(report.status(false, false)).isEqualTo(400);
        assertThat(json(report, false, true))
                .isEqualTo("{\"error\":{\"code\":400,\"message\":\"No datapoints found in content\"}}");
        assertThat(received.intake.counts.lines.sum()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[OK,{\"metric\":                  | 1 | 1",
                "[OK,OK                            | 2 | 1",
                "[OK,{\"metric\":\"a\"}},OK]       | 1 | 2",
                "OK,OK                             | 1 | 1",
                "put a 1 2                         | 0 | 1",
                "[OK,\u0001]                       | 1 | 1"
            })
    void whatIsBeforeBrokenJsonIsAccepted(String body, int success, int failed) {
        PutReport report = received.http(body.replace("OK", OK));
        assertThat(json(report, true, false)).isEqualTo("{\"success\":" + success + ",\"failed\":" + failed + "}");
        assertThat(received.lines()).hasSize(success);
        assertThat(received.intake.counts.rejected.of("broken-json")).isEqualTo(1);
        assertThat(received.intake.counts.lines.sum()).isEqualTo(success + failed);
        assertThat(json(report, false, true)).endsWith("{\"datapoint\":null,\"error\":\"broken-json\"}]}");
    }

    @Test
    void eachLineOfJsonIsReadByItself() {
        received.http(OK + "\n{\"metric\":\"a\",\"timestamp\n" + OK + "\n");
        assertThat(received.lines()).containsExactly("ok value=1 1000000000", "ok value=1 1000000000");
        assertThat(received.intake.counts.rejected.snapshot()).isEqualTo(Map.of("broken-json", 1L));
    }

    @Test
    void hugePartsHarmNoNeighbour() {
        String digits = "1".repeat(200_000);
        String deep = "[".repeat(450) + "]".repeat(450);
        received.http("[" + OK
                + ",{\"metric\":\"a\",\"timestamp\":1,\"value\":" + digits + "}," + OK
                + ",{\"metric\":\"" + digits + "\",\"timestamp\":1,\"value\":1}," + OK
                + ",{\"metric\":\"a\",\"timestamp\":" + digits + ",\"value\":1}," + OK
                + ",{\"metric\":\"a\",\"timestamp\":1,\"value\":1,\"tags\":{\"h\":\"" + digits + "\"}}," + OK
                + ",{\"metric\":\"a\",\"timestamp\":1,\"value\":1,\"tags\":{\"h\":" + deep + "}}," + OK
                + "]");
        assertThat(received.lines()).hasSize(6).containsOnly("ok value=1 1000000000");
        assertThat(received.intake.counts.rejected.snapshot())
                .isEqualTo(Map.of(
                        "invalid-number", 1L,
                        "opentsdb-bad-metric", 1L,
                        "invalid-timestamp", 1L,
                        "opentsdb-bad-tag", 2L));
    }

    @Test
    void detailsAreBounded() {
        int bad = 10_000;
        PutReport report =
                received.http("[" + "{\"metric\":\"a\",\"timestamp\":1,\"value\":\"x\"},".repeat(bad) + OK + "]");
        String details = json(report, false, true);
        assertThat(details)
                .startsWith("{\"success\":1,\"failed\":" + bad + ",\"errors\":[")
                .endsWith("}]}");
        assertThat(details.length()).isBetween(32 << 10, 64 << 10);
    }

    @Test
    void manyPortionsKeepTheirPlaces() {
        String late = "{\"metric\":\"late\",\"timestamp\":9000000000,\"value\":1}";
        StringBuilder body = new StringBuilder("[");
        for (int i = 1; i <= 9_000; i++) {
            body.append("{\"metric\":\"many\",\"timestamp\":")
                    .append(i)
                    .append(",\"value\":1,\"tags\":{\"h\":\"x\"}},");
            body.append(i % 4_000 == 0 ? late + "," : "");
        }
        PutReport report = received.http(body.append(OK).append("]").toString());
        assertThat(received.lines()).hasSize(9_001).doesNotHaveDuplicates();
        String error = "{\"datapoint\":" + late + ",\"error\":\"timestamp-ahead\"}";
        assertThat(json(report, false, true))
                .isEqualTo("{\"success\":9001,\"failed\":2,\"errors\":[" + error + "," + error + "]}");
        assertThat(received.intake.counts.lines.sum()).isEqualTo(9_003);
    }

    private static String json(PutReport report, boolean hasSummary, boolean hasDetails) {
        return new String(report.json(hasSummary, hasDetails), UTF_8);
    }
}
