package io.weir.notify.post;

import io.weir.contract.config.Refusal;
import java.net.URI;
import java.net.URISyntaxException;

/** Addresses of receivers in the settings. */
public final class Address {
    private Address() {}

    /**
     * Parses an HTTP address.
     *
     * @throws Refusal if it is invalid or contains a password; the message repeats nothing that may
     *     be secret
     */
    public static URI parse(String text) {
        URI address;
        try {
            address = new URI(text);
        } catch (URISyntaxException e) {
            throw new Refusal("is no URL, at character " + (e.getIndex() + 1), "such as http://127.0.0.1:9093");
        }
        boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!isHttp || address.getHost() == null) {
            throw new Refusal("must be a URL with http:// or https:// and a host", "such as http://127.0.0.1:9093");
        }
        if (address.getUserInfo() != null) {
            throw new Refusal("contains a user or a password", "use a secret with the header Authorization instead");
        }
        if (address.getRawFragment() != null) {
            throw new Refusal("has a # part", "remove it: it is not sent to servers");
        }
        return address;
    }

    /** Formats an address for people and meters, without path and query, which may be secret. */
    public static String shown(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }
}
