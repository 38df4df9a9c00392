package io.weir.gateway.stomp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.stomp.StompCommand;
import io.netty.handler.codec.stomp.StompHeaders;
import java.util.Map;

/** A frame that the broker sent. The body may be truncated. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record StompFrame(StompCommand command, StompHeaders headers, byte[] body) {
    private static final long OVERHEAD = 1 << 10;
    private static final long OF_HEADER = 200;
    private static final int MOST_OF_REASON = 300;

    /** About how much memory it occupies. */
    long weight() {
        long weight = OVERHEAD + body.length;
        for (Map.Entry<CharSequence, CharSequence> header : headers) {
            weight += OF_HEADER
                    + 2L * (header.getKey().length() + header.getValue().length());
        }
        return weight;
    }

    /** The first value of a header; empty without it. */
    String header(String name) {
        String value = headers.getAsString(name);
        return value == null ? "" : value;
    }

    /** The message and the body of an ERROR, in one line. */
    String reason() {
        String details = new String(body, 0, Math.min(body.length, MOST_OF_REASON), UTF_8);
        String text = (header("message") + ": " + details).replaceAll("\\s+", " ");
        return "the broker reports an error: " + text.substring(0, Math.min(text.length(), MOST_OF_REASON));
    }
}
