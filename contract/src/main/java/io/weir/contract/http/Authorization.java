package io.weir.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** Values of the header Authorization. */
public final class Authorization {
    private Authorization() {}

    /** Basic authentication; the user must not contain a colon. */
    public static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }
}
