package io.weir.gateway.otlp;

import io.weir.gateway.http.Answer;
import io.weir.gateway.http.ErrorFormat;
import io.weir.gateway.http.HttpApi;
import io.weir.gateway.http.RequestHead;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;

/** OTLP over HTTP. Belongs to one event loop. */
final class OtlpHttp {
    private static final String PATH = "/v1/metrics";
    private static final String CONTENT_TYPE = "unsupported-content-type";

    private final MetricLines lines;

    private OtlpHttp(MetricLines lines) {
        this.lines = lines;
    }

    static HttpApi api(MetricLines lines) {
        return new HttpApi(Map.of(PATH, new OtlpHttp(lines)::take), Map.of(), new Errors(OtlpFormat.JSON));
    }

    private Answer take(byte[] body, int length, RequestHead head, SocketAddress source, long receivedNanos) {
        OtlpFormat format = OtlpFormat.of(head.contentType());
        if (format == null) {
            return new Errors(OtlpFormat.JSON)
                    .error(415, "Content-Type must be application/x-protobuf or application/json")
                    .rejected(CONTENT_TYPE);
        }
        try {
            return Answer.of(
                    200,
                    format.contentType(),
                    format.answer(format.take(body, 0, length, lines, source, receivedNanos)));
        } catch (IOException e) {
            lines.refuse(format.broken(), body, 0, length, source, receivedNanos);
            return new Errors(format).error(400, "the body is not a request: " + OtlpFormat.wrong(e));
        }
    }

    /** Errors in the format of the request. */
    private record Errors(OtlpFormat format) implements ErrorFormat {
        @Override
        public Answer error(int status, String message) {
            String text = status == 404 ? "Weir accepts metrics only, at " + PATH : message;
            return Answer.of(status, format.contentType(), format.error(text));
        }

        @Override
        public ErrorFormat forContentType(String contentType) {
            OtlpFormat other = OtlpFormat.of(contentType);
            return other == null ? this : new Errors(other);
        }
    }
}
