package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/** The outcome for the data points of a body, and the answer that reports it. */
public final class PutReport {
    /** Bytes of the points in the answer; beyond, errors are only counted. */
    private static final int MOST_LISTED_BYTES = 64 << 10;

    /** Bytes of an error in the answer beyond its point. */
    private static final int ERROR_BYTES = 100;

    private static final byte[] NOTHING = {};

    private final List<PutError> errors = new ArrayList<>();
    private int listedBytes;
    private int success;
    private int failed;

    private record PutError(String point, String error) {}

    /** Counts a point that was refused; {@code from == to} if it was not readable. */
    void failed(byte[] bytes, int from, int to, String error) {
        failed++;
        if (listedBytes + to - from + ERROR_BYTES <= MOST_LISTED_BYTES) {
            listedBytes += to - from + ERROR_BYTES;
            errors.add(new PutError(from == to ? "null" : new String(bytes, from, to - from, UTF_8), error));
        }
    }

    void succeeded(int points) {
        success = points;
    }

    /** The HTTP status: 204 if there is no text. */
    public int status(boolean hasSummary, boolean hasDetails) {
        if (failed > 0 || success == 0) {
            return 400;
        }
        return hasSummary || hasDetails ? 200 : 204;
    }

    /** The answer's text; empty if nothing was refused and the sender does not ask for a text. */
    public byte[] json(boolean hasSummary, boolean hasDetails) {
        if (success + failed == 0) {
            return error(400, "No datapoints found in content", "");
        }
        if (!hasSummary && !hasDetails) {
            return failed == 0
                    ? NOTHING
                    : error(
                            400,
                            "One or more data points had errors",
                            "Please append \"details\" to the put request, or see metrics.rejected");
        }
        return JsonText.object(json -> {
            json.writeNumberField("success", success);
            json.writeNumberField("failed", failed);
            if (hasDetails) {
                json.writeArrayFieldStart("errors");
                for (PutError each : errors) {
                    json.writeStartObject();
                    json.writeFieldName("datapoint");
                    json.writeRawValue(each.point);
                    json.writeStringField("error", each.error);
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
        });
    }

    /** An error in the format of OpenTSDB. */
    public static byte[] error(int status, String message, String details) {
        return JsonText.object(json -> {
            json.writeObjectFieldStart("error");
            json.writeNumberField("code", status);
            json.writeStringField("message", message);
            if (!details.isEmpty()) {
                json.writeStringField("details", details);
            }
            json.writeEndObject();
        });
    }
}
