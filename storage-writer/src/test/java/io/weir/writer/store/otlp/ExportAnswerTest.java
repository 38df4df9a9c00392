package io.weir.writer.store.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Status;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.weir.writer.store.HttpPosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportAnswerTest {
    private static final String PROTOBUF = "application/x-protobuf";
    /** Its length has two bytes in protobuf, which are no UTF-8. */
    private static final String LONG = "words ".repeat(40);

    @Test
    void successInPartHasTheNumberAndTheWords() {
        ExportMetricsServiceResponse.Builder response = ExportMetricsServiceResponse.newBuilder();
        response.getPartialSuccessBuilder().setRejectedDataPoints(300).setErrorMessage(LONG);

        ExportAnswer answer = answer(200, PROTOBUF, response.build().toByteArray());

        assertThat(answer.rejected()).isEqualTo(300);
        assertThat(answer.http().message()).isEqualTo(LONG.strip());
    }

    @Test
    void failureHasTheWordsOfItsStatus() {
        Status status = Status.newBuilder().setCode(3).setMessage(LONG).build();

        ExportAnswer answer = answer(400, PROTOBUF, status.toByteArray());

        assertThat(answer.http().message()).isEqualTo(LONG.strip());
        assertThat(answer.http().code()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Some receivers answer in JSON, whose 64-bit numbers are texts.
                "200 | application/json | {\"partialSuccess\":{\"rejectedDataPoints\":\"7\",\"errorMessage\":\"w\"}} | 7 | w",
                "200 | application/json | {\"partialSuccess\":{\"rejectedDataPoints\":7}} | 7 | no reason given",
                "200 | application/json | {} | 0 | no reason given",
                "200 | application/json | not JSON | 0 | no reason given",
                "200 | application/json | {\"partialSuccess\":{\"rejectedDataPoints\":-1}} | 0 | no reason given",
                "200 | application/x-protobuf | no protobuf | 0 | no reason given",
                "200 | text/plain | ok | 0 | no reason given",
                "200 | '' | '' | 0 | no reason given",
                "400 | application/x-protobuf | no protobuf | 0 | the answer is not a Status",
                "400 | application/json | {\"code\":3,\"message\":\"w\"} | 0 | w",
                "503 | text/plain | later | 0 | later",
            })
    void everyAnswerIsRead(int status, String type, String body, long rejected, String words) {
        ExportAnswer answer = answer(status, type, body.getBytes(UTF_8));

        assertThat(answer.rejected()).isEqualTo(rejected);
        assertThat(answer.http().message()).isEqualTo(words);
        assertThat(answer.isPage()).isFalse();
    }

    @Test
    void pageForBrowsersIsNoAnswerOfAReceiver() {
        assertThat(answer(200, "text/html; charset=utf-8", "<html>".getBytes(UTF_8))
                        .isPage())
                .isTrue();
    }

    private static ExportAnswer answer(int status, String type, byte[] body) {
        return ExportAnswer.of(new HttpPosts.Raw(status, body, type, null));
    }
}
