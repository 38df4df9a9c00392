package io.weir.standalone.probe.out;

import io.weir.contract.config.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** The destination in the setting {@code to} of a probe. The format of the probe limits its kind. */
public sealed interface Destination {
    /** The text for standard output. */
    String STANDARD_OUTPUT = "-";

    /** A gateway's input for datagrams. */
    record Datagrams(HostAndPort target) implements Destination {
        @Override
        public String toString() {
            return target.toString();
        }
    }

    /** A server's URL, {@code http} or {@code https}. */
    record Http(URI url) implements Destination {
        /** The URL without its query, which may have secrets. */
        @Override
        public String toString() {
            return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
        }
    }

    /** Standard output. */
    record StandardOutput() implements Destination {
        @Override
        public String toString() {
            return "standard output";
        }
    }

    /** @throws Refusal if the text is neither {@code HOST:PORT}, nor a URL, nor {@code -} */
    static Destination parse(String text) {
        if (text.equals(STANDARD_OUTPUT)) {
            return new StandardOutput();
        }
        return text.contains("://") ? new Http(url(text)) : new Datagrams(HostAndPort.parse(text));
    }

    private static URI url(String text) {
        String address = text.replaceFirst("[?#].*", "");
        if (address.contains("@")) {
            // The text is not repeated, because it may have a password.
            throw new Refusal(
                    "must not have a user or password before the host",
                    "put USER:PASSWORD or a token into a token-file");
        }
        try {
            URI url = new URI(text);
            String scheme = url.getScheme().toLowerCase(Locale.ROOT);
            if ((scheme.equals("http") || scheme.equals("https")) && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // The exception below has a better message.
        }
        throw new Refusal(
                "must be a URL that starts with http:// or https:// and a host, was " + Refusal.quote(address),
                "such as http://influx1:8086/write?db=metrics or http://collector1:4318");
    }
}
