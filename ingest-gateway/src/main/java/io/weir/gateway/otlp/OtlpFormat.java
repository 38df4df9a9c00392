package io.weir.gateway.otlp;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Parser;
import com.google.rpc.Status;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.weir.gateway.json.JsonText;
import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** The encodings of requests and answers. */
public enum OtlpFormat {
    PROTOBUF("application/x-protobuf", OtlpError.BROKEN_PROTOBUF) {
        @Override
        public ExportMetricsServiceRequest read(byte[] body, int from, int to) throws IOException {
            new PartCount().addAll(body, from, to);
            return REQUESTS.parseFrom(body, from, to - from);
        }

        @Override
        public ExportReport take(
                byte[] body, int from, int to, MetricLines lines, SocketAddress sender, long receivedNanos)
                throws IOException {
            return new PartCount().addAll(body, from, to)
                    ? new WireRequest(lines).take(body, from, to, sender, receivedNanos)
                    : lines.take(REQUESTS.parseFrom(body, from, to - from), sender, receivedNanos);
        }

        @Override
        public byte[] answer(ExportReport report) {
            return response(report).toByteArray();
        }

        @Override
        public byte[] error(String message) {
            return Status.newBuilder().setMessage(message).build().toByteArray();
        }
    },
    JSON("application/json", OtlpError.BROKEN_JSON) {
        @Override
        public ExportMetricsServiceRequest read(byte[] body, int from, int to) throws IOException {
            return RequestJson.read(body, from, to);
        }

        @Override
        public byte[] answer(ExportReport report) {
            return JsonText.object(json -> {
                if (report.rejected() > 0) {
                    json.writeObjectFieldStart("partialSuccess");
                    json.writeStringField("rejectedDataPoints", Long.toString(report.rejected()));
                    json.writeStringField("errorMessage", report.message());
                    json.writeEndObject();
                }
            });
        }

        @Override
        public byte[] error(String message) {
            return JsonText.object(json -> json.writeStringField("message", message));
        }
    };

    /** Unknown fields would occupy many times their bytes. */
    private static final Parser<ExportMetricsServiceRequest> REQUESTS =
            DiscardUnknownFieldsParser.wrap(ExportMetricsServiceRequest.parser());

    private final String contentType;
    private final OtlpError broken;

    OtlpFormat(String contentType, OtlpError broken) {
        this.contentType = contentType;
        this.broken = broken;
    }

    /** The format of a content type with or without parameters; null if it is another one. */
    public static @Nullable OtlpFormat of(String contentType) {
        int end = contentType.indexOf(';');
        String type = (end < 0 ? contentType : contentType.substring(0, end)).trim();
        for (OtlpFormat each : values()) {
            if (each.contentType.equalsIgnoreCase(type)) {
                return each;
            }
        }
        return null;
    }

    public String contentType() {
        return contentType;
    }

    /** The reason for refusing a body that cannot be read. */
    public OtlpError broken() {
        return broken;
    }

    /**
     * Reads a request.
     *
     * @throws IOException if it is broken, or too large to be read; {@link #wrong} is what to say
     */
    public abstract ExportMetricsServiceRequest read(byte[] body, int from, int to) throws IOException;

    /**
     * Reads a request, and consumes it.
     *
     * @throws IOException as {@link #read}; nothing of the body is consumed then
     */
    public ExportReport take(byte[] body, int from, int to, MetricLines lines, SocketAddress sender, long receivedNanos)
            throws IOException {
        return lines.take(read(body, from, to), sender, receivedNanos);
    }

    /** The error in a body, and its place, without the bytes of the body. */
    public static String wrong(IOException broken) {
        if (!(broken instanceof JsonProcessingException json)) {
            return String.valueOf(broken.getMessage());
        }
        JsonLocation at = json.getLocation(); // Null if a limit is exceeded.
        return json.getOriginalMessage()
                + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")");
    }

    /** The body of a successful answer. */
    public abstract byte[] answer(ExportReport report);

    /** The body of an answer of failure: a {@code google.rpc.Status}. */
    public abstract byte[] error(String message);

    /** The answer as a message. */
    public static ExportMetricsServiceResponse response(ExportReport report) {
        if (report.rejected() == 0) {
            return ExportMetricsServiceResponse.getDefaultInstance();
        }
        return ExportMetricsServiceResponse.newBuilder()
                .setPartialSuccess(ExportMetricsPartialSuccess.newBuilder()
                        .setRejectedDataPoints(report.rejected())
                        .setErrorMessage(report.message()))
                .build();
    }
}
