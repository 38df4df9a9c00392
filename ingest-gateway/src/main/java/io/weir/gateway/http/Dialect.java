package io.weir.gateway.http;

import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.json.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * Differences between the interfaces of InfluxDB 1.x and 2.x: names of precisions, and the format
 * of errors.
 *
 * @see <a href="https://docs.influxdata.com/influxdb/v1/tools/api/">the 1.x interface</a>
 * @see <a href="https://docs.influxdata.com/influxdb/v2/api/v2/">the 2.x interface</a>
 */
enum Dialect implements ErrorFormat {
    /** {@code {"error": "…"}}. */
    V1("n, ns, u, us, ms, s, m or h") {
        @Override
        @Nullable
        StampUnit unit(String precision) {
            return switch (precision) {
                case "n" -> StampUnit.NS;
                case "u", "µ" -> StampUnit.US;
                case "m" -> StampUnit.M;
                case "h" -> StampUnit.H;
                default -> V2.unit(precision);
            };
        }

        @Override
        public Answer error(int status, String message) {
            return Answer.json(status, JsonText.object(json -> json.writeStringField("error", message)));
        }
    },
    /** {@code {"code": "invalid", "message": "…"}}. */
    V2("ns, us, ms or s") {
        @Override
        @Nullable
        StampUnit unit(String precision) {
            return switch (precision) {
                case "ns" -> StampUnit.NS;
                case "us" -> StampUnit.US;
                case "ms" -> StampUnit.MS;
                case "s" -> StampUnit.S;
                default -> null;
            };
        }

        @Override
        public Answer error(int status, String message) {
            String code = code(status);
            byte[] body = JsonText.object(json -> {
                json.writeStringField("code", code);
                json.writeStringField("message", message);
            });
            return Answer.json(status, body).with("X-Platform-Error-Code", code);
        }
    };

    private final String precisions;

    Dialect(String precisions) {
        this.precisions = precisions;
    }

    /** The unit of a precision; null if the name is unknown. */
    abstract @Nullable StampUnit unit(String precision);

    /** The names of all precisions, for an error message. */
    String precisions() {
        return precisions;
    }

    /**
     * The dialect of a request path, known or not, so that errors have the format that the client
     * expects.
     */
    static Dialect of(String path) {
        return path.startsWith("/api/") ? V2 : V1;
    }

    private static String code(int status) {
        return switch (status) {
            case 401 -> "unauthorized";
            case 403 -> "forbidden";
            case 404 -> "not found";
            case 405 -> "method not allowed";
            case 413 -> "request too large";
            case 415 -> "unsupported media type";
            case 503 -> "unavailable";
            default -> status < 500 ? "invalid" : "internal error";
        };
    }
}
