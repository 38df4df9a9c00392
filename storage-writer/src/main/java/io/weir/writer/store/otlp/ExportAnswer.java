package io.weir.writer.store.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Status;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.HttpPosts;
import java.io.IOException;

/**
 * A receiver's answer to a request.
 *
 * @param http the status with the receiver's words, also those of a success in part
 * @param rejected the number of data points that a receiver refused while it accepted the others
 * @param isPage whether the answer is a page for browsers, which no receiver sends
 */
record ExportAnswer(HttpAnswer http, long rejected, boolean isPage) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WORDLESS = "no reason given";

    static ExportAnswer of(HttpPosts.Raw raw) {
        HttpAnswer plain = new HttpAnswer(raw.code(), "", raw.retryAfter());
        boolean isPage = raw.type().startsWith("text/html");
        if (!plain.isSuccess()) {
            return new ExportAnswer(with(raw, words(raw)), 0, isPage);
        }
        ExportMetricsPartialSuccess part = partialSuccess(raw);
        return new ExportAnswer(with(raw, part.getErrorMessage()), Math.max(0, part.getRejectedDataPoints()), isPage);
    }

    private static HttpAnswer with(HttpPosts.Raw raw, String words) {
        return HttpAnswer.of(raw.code(), words.isBlank() ? WORDLESS : words, raw.retryAfter());
    }

    /** By the specification, the body of a failure is a {@code Status}. Proxies answer with texts. */
    private static String words(HttpPosts.Raw raw) {
        if (isProtobuf(raw)) {
            try {
                return Status.parseFrom(raw.body()).getMessage();
            } catch (InvalidProtocolBufferException e) {
                return "the answer is not a Status";
            }
        }
        return new String(raw.body(), UTF_8);
    }

    /** A receiver that answers with neither protobuf nor JSON has accepted all points. */
    private static ExportMetricsPartialSuccess partialSuccess(HttpPosts.Raw raw) {
        try {
            if (isProtobuf(raw)) {
                return ExportMetricsServiceResponse.parseFrom(raw.body()).getPartialSuccess();
            }
            if (raw.type().startsWith("application/json")) {
                JsonNode part = JSON.readTree(raw.body()).path("partialSuccess");
                return ExportMetricsPartialSuccess.newBuilder()
                        .setRejectedDataPoints(part.path("rejectedDataPoints").asLong())
                        .setErrorMessage(part.path("errorMessage").asText(""))
                        .build();
            }
        } catch (IOException e) {
            // The status says that the points are accepted.
        }
        return ExportMetricsPartialSuccess.getDefaultInstance();
    }

    private static boolean isProtobuf(HttpPosts.Raw raw) {
        return raw.type().startsWith("application/x-protobuf");
    }
}
