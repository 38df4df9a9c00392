package io.weir.gateway.stomp;

import io.weir.contract.config.Refusal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a broker.
 *
 * @param port {@link #DEFAULT_PORT} for the usual one of the protocol
 */
public record StompAddress(String host, int port) {
    /** For an address without a port. */
    public static final int DEFAULT_PORT = 0;

    private static final int PLAIN_PORT = 61_613;
    private static final int TLS_PORT = 61_614;
    private static final int MOST_PORT = 65_535;
    private static final Pattern TEXT = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^\\s:/\\[\\]]+))(?::(\\d{1,5}))?");

    /**
     * Reads HOST or HOST:PORT.
     *
     * @throws Refusal if the text is neither
     */
    public static StompAddress of(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (matcher.matches()) {
            int port = matcher.group(3) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(3));
            if (matcher.group(3) == null || (port > 0 && port <= MOST_PORT)) {
                return new StompAddress(matcher.group(1) == null ? matcher.group(2) : matcher.group(1), port);
            }
        }
        throw new Refusal("must be HOST or HOST:PORT, was " + Refusal.quote(text), "such as mq.example.org:61613");
    }

    int port(boolean isTls) {
        return port != DEFAULT_PORT ? port : isTls ? TLS_PORT : PLAIN_PORT;
    }

    @Override
    public String toString() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == DEFAULT_PORT ? name : name + ":" + port;
    }
}
