package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.rpc.Status;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.EntityRef;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpFormatTest {
    @Test
    void aContentTypeMayHaveParameters() {
        assertThat(OtlpFormat.of("application/x-protobuf")).isEqualTo(OtlpFormat.PROTOBUF);
        assertThat(OtlpFormat.of("Application/JSON ; charset=utf-8")).isEqualTo(OtlpFormat.JSON);
        assertThat(OtlpFormat.of("application/protobuf")).isNull();
        assertThat(OtlpFormat.of("")).isNull();
    }

    @Test
    void jsonHasNumbersAsTextsAndUnknownMembers() throws IOException {
        Exported exported = Exported.standard();
        exported.json("""
                {"x": {"deep": [[{}]]}, "resourceMetrics": [{"resource": {"attributes": [
                  {"key": "service.name", "value": {"stringValue": "ü"}}]}, "schemaUrl": null,
                 "scopeMetrics": [{"scope": {}, "metrics": [
                  {"name": "a", "gauge": {"dataPoints": [{"timeUnixNano": "1790000000000000001", "asInt": "-5"},
                    {"timeUnixNano": 1790000000000000002, "asInt": 5}, {"timeUnixNano": "3", "asDouble": 1.5,
                     "exemplars": [{"traceId": "5b8efff798038103d269b633813fc60c", "spanId": 7}]},
                    {"timeUnixNano": "4", "asDouble": "2.5e3", "flags": 0}, {"timeUnixNano": 5, "asDouble": 1}]}},
                  {"name": "b", "sum": {"aggregationTemporality": 1, "isMonotonic": true, "dataPoints": [
                    {"timeUnixNano": "6", "asInt": "1"}]}},
                  {"name": "c", "sum": {"aggregationTemporality": "AGGREGATION_TEMPORALITY_CUMULATIVE", "dataPoints": [
                    {"timeUnixNano": "7", "asInt": "1"}]}},
                  {"name": "d", "gauge": {"dataPoints": [{"timeUnixNano": "8", "asDouble": "NaN"},
                    {"timeUnixNano": "9", "asDouble": "-Infinity"}]}}]}]}]}
                """);
        assertThat(exported.lines())
                .containsExactlyInAnyOrder(
                        "a,service_name=ü value=-5i 1790000000000000001",
                        "a,service_name=ü value=5i 1790000000000000002",
                        "a,service_name=ü value=1.5 3",
                        "a,service_name=ü value=2500 4",
                        "a,service_name=ü value=1 5",
                        "b,service_name=ü delta=1i 6",
                        "c,service_name=ü value=1i 7");
        assertThat(exported.refused())
                .containsExactly(
                        "not-finite: d time_unix_nano: 8 as_double: NaN",
                        "not-finite: d time_unix_nano: 9 as_double: -Infinity");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|: an object is expected",
                "[]|: an object is expected",
                "{} {}|: text after the request",
                "{|Unexpected end-of-input",
                "{\"resourceMetrics\":{}}|/resourceMetrics: an array is expected",
                "{\"resourceMetrics\":[7]}|/resourceMetrics/0: an object is expected",
                "{\"resourceMetrics\":[{\"schemaUrl\":7}]}|/resourceMetrics/0/schemaUrl: a text is expected",
                "{\"resourceMetrics\":[{\"schemaUrl\":\"\\ud800\"}]}|/resourceMetrics/0/schemaUrl: a text is expected",
                "{\"resourceMetrics\":[{\"resource\":{\"droppedAttributesCount\":4294967296}}]}|an integer of 32 bits",
                "{\"resourceMetrics\":[{\"resource\":{\"droppedAttributesCount\":1e999999999}}]}|an integer of 32 bits",
                "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"value\":{\"boolValue\":1}}]}}]}|true or false",
                "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"value\":{\"intValue\":1e999999999}}]}}]}|an integer",
                "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"value\":{\"intValue\":[1]}}]}}]}|a number is",
                "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"value\":{\"doubleValue\":\"x\"}}]}}]}|a number is",
                "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"value\":{\"bytesValue\":\"*\"}}]}}]}|base64",
                "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"value\":{\"bytesValue\":{}}}]}}]}|Base64 is expected",
            })
    @Timeout(60)
    void wrongJsonIsRefusedWithItsPlace(String text, String message) {
        byte[] bytes = text.getBytes(UTF_8);
        assertThatThrownBy(() -> OtlpFormat.JSON.read(bytes, 0, bytes.length))
                .isInstanceOfSatisfying(IOException.class, broken -> assertThat(OtlpFormat.wrong(broken))
                        .contains(message)
                        .matches("(?s).*\\(line \\d+, column \\d+\\)"));
    }

    /** Jackson does not say where a limit is exceeded. */
    @Test
    void numbersHaveAtMostAThousandDigits() {
        byte[] text = ("{\"resourceMetrics\":" + "7".repeat(100_000) + "}").getBytes(UTF_8);
        assertThat(read(OtlpFormat.JSON, text))
                .contains("Number value length (100000) exceeds the maximum allowed (1000");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1_000, 100_000})
    void deepAttributesAreReadOrRefused(int depth) {
        AnyValue value = AnyValue.newBuilder().setBoolValue(true).build();
        ByteString bytes = value.toByteString();
        for (int i = 0; i < depth; i++) {
            bytes = nested(nested(bytes, ArrayValue.VALUES_FIELD_NUMBER), AnyValue.ARRAY_VALUE_FIELD_NUMBER);
        }
        String open = "{\"arrayValue\":{\"values\":[".repeat(depth);
        byte[] text = ("{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"k\",\"value\":" + open
                        + "{\"boolValue\":true}" + "]}}".repeat(depth) + "}]}}]}")
                .getBytes(UTF_8);
        for (int number : new int[] {2, 1, 1, 1}) {
            bytes = nested(bytes, number);
        }
        byte[] wire = bytes.toByteArray();
        if (depth == 10) {
            assertThat(read(OtlpFormat.PROTOBUF, wire)).isEqualTo("ok");
            assertThat(read(OtlpFormat.JSON, text)).isEqualTo("ok");
        } else {
            assertThat(read(OtlpFormat.PROTOBUF, wire)).isEqualTo("more than 100 messages in each other");
            assertThat(read(OtlpFormat.JSON, text)).contains("more than 100 messages in each other");
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void manySmallMessagesAreRefused() {
        byte[] wire = new byte[2 * 1_000_001];
        StringBuilder json = new StringBuilder("{\"resourceMetrics\":[{}");
        for (int i = 0; i < 1_000_001; i++) {
            wire[2 * i] = (ExportMetricsServiceRequest.RESOURCE_METRICS_FIELD_NUMBER << 3) | 2;
            json.append(",{}");
        }
        byte[] text = json.append("]}").toString().getBytes(UTF_8);
        assertThat(read(OtlpFormat.PROTOBUF, wire)).startsWith("more than 1000000 messages");
        assertThat(read(OtlpFormat.JSON, text)).startsWith("more than 1000000 messages");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void manySmallTextsAreRefused() {
        EntityRef texts = EntityRef.newBuilder()
                .addAllIdKeys(Collections.nCopies(1_000_001, "k"))
                .build();
        byte[] wire = of(Resource.newBuilder().addEntityRefs(texts).build()).toByteArray();
        String json = "{\"resourceMetrics\":[{\"resource\":{\"entityRefs\":[{\"idKeys\":[\"k\""
                + ",\"k\"".repeat(1_000_000) + "]}]}}]}";
        assertThat(read(OtlpFormat.PROTOBUF, wire)).startsWith("more than 1000000 messages and texts");
        assertThat(read(OtlpFormat.JSON, json.getBytes(UTF_8))).startsWith("more than 1000000 messages and texts");
    }

    @Test
    void unknownFieldsAreNotKept() throws IOException {
        UnknownFieldSet.Field texts = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFromUtf8("x"))
                .addVarint(7)
                .build();
        UnknownFieldSet.Builder group = UnknownFieldSet.newBuilder();
        for (int number = 2_000; number < 3_000; number++) {
            group.addField(number, texts);
        }
        UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                .addField(
                        100,
                        UnknownFieldSet.Field.newBuilder()
                                .addGroup(group.build())
                                .build())
                .addField(101, texts)
                // A known field with the type of another one.
                .addField(
                        Resource.DROPPED_ATTRIBUTES_COUNT_FIELD_NUMBER,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFromUtf8("x"))
                                .build())
                .build();
        Resource resource = Resource.newBuilder()
                .addAttributes(Requests.attribute("service.name", "reco"))
                .build();
        byte[] wire = of(resource.toBuilder().setUnknownFields(unknown).build()).toByteArray();
        assertThat(wire).hasSizeGreaterThan(6_000);
        assertThat(OtlpFormat.PROTOBUF.read(wire, 0, wire.length)).isEqualTo(of(resource));
    }

    private static ExportMetricsServiceRequest of(Resource resource) {
        return ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder().setResource(resource))
                .build();
    }

    @Test
    void answersSayWhatWasRefused() throws IOException {
        ExportReport report = new ExportReport();
        assertThat(OtlpFormat.PROTOBUF.answer(report)).isEmpty();
        assertThat(OtlpFormat.JSON.answer(report)).asString(UTF_8).isEqualTo("{}");
        report.refused("m".repeat(200), "not-finite");
        report.refused("n", "otlp-no-value");
        String message = "m".repeat(100) + ": not-finite, n: otlp-no-value";
        assertThat(OtlpFormat.JSON.answer(report))
                .asString(UTF_8)
                .isEqualTo("{\"partialSuccess\":{\"rejectedDataPoints\":\"2\",\"errorMessage\":\"" + message + "\"}}");
        ExportMetricsServiceResponse answer =
                ExportMetricsServiceResponse.parseFrom(OtlpFormat.PROTOBUF.answer(report));
        assertThat(answer.getPartialSuccess().getRejectedDataPoints()).isEqualTo(2);
        assertThat(answer.getPartialSuccess().getErrorMessage()).isEqualTo(message);
        assertThat(Status.parseFrom(OtlpFormat.PROTOBUF.error("no")).getMessage())
                .isEqualTo("no");
        assertThat(OtlpFormat.JSON.error("no")).asString(UTF_8).isEqualTo("{\"message\":\"no\"}");
    }

    private static String read(OtlpFormat format, byte[] bytes) {
        try {
            assertThat(format.read(bytes, 0, bytes.length).getResourceMetricsList())
                    .hasOnlyElementsOfType(ResourceMetrics.class);
            return "ok";
        } catch (IOException e) {
            return OtlpFormat.wrong(e);
        }
    }

    /** A field that contains these bytes. */
    private static ByteString nested(ByteString content, int number) {
        ByteString.Output out = ByteString.newOutput();
        out.write((number << 3) | 2);
        int length = content.size();
        while (length >= 0x80) {
            out.write((length & 0x7f) | 0x80);
            length >>>= 7;
        }
        out.write(length);
        return out.toByteString().concat(content);
    }
}
