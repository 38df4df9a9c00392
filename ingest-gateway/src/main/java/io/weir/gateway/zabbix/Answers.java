package io.weir.gateway.zabbix;

import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.json.JsonText;
import java.util.Locale;

/** The answers of a Zabbix server, which closes the connection after each. */
final class Answers {
    /** Closes the connection. */
    static final FrameAnswer NONE = new FrameAnswer(new byte[0], true);

    private static final double SECOND_NANOS = 1e9;

    private Answers() {}

    /** An answer with this JSON. */
    static FrameAnswer of(byte[] json) {
        return new FrameAnswer(ZabbixHead.framed(json), true);
    }

    /** Agents repeat their values after it. */
    static FrameAnswer failed(String info) {
        return response("failed", info);
    }

    static FrameAnswer processed(int processed, int total, long nanos) {
        return response(
                "success",
                String.format(
                        Locale.ROOT,
                        "processed: %d; failed: %d; total: %d; seconds spent: %.6f",
                        processed,
                        total - processed,
                        total,
                        nanos / SECOND_NANOS));
    }

    private static FrameAnswer response(String response, String info) {
        return of(JsonText.object(json -> {
            json.writeStringField("response", response);
            json.writeStringField("info", info);
        }));
    }
}
