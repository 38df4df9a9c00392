package io.weir.dashboard.http;

import java.util.Optional;

/**
 * Decides what the sender of a request may do. Implementations are thread-safe, and time is an
 * argument.
 */
public interface Access {
    /** A header that no form and no page of another origin can send without permission. */
    String GUARD = "x-weir";

    /** The maximum length of a user's name, in characters. */
    int LONGEST_NAME = 200;

    /** The user who sent the request. */
    Who who(ApiRequest request, long nowMillis);

    /**
     * Returns normally if the sender may read data.
     *
     * @throws ApiException if the sender may not
     */
    void requireReader(ApiRequest request, long nowMillis);

    /**
     * The user who sends commands with a request.
     *
     * @param named the name in the request; used only if neither a proxy nor a login determines
     *     another
     * @throws ApiException if the user may not send commands, or another page may have sent the
     *     request
     */
    Commander commander(ApiRequest request, Optional<String> named, long nowMillis);

    /** Whether a request is addressed to this host; a proxy may forward another host name. */
    boolean isForThisHost(ApiRequest request);

    /** @throws ApiException if a page of another origin may have sent the request */
    static void requireOwnPage(ApiRequest request) {
        boolean isForeign = request.header("sec-fetch-site")
                .filter(site -> !site.equals("same-origin") && !site.equals("none"))
                .isPresent();
        if (request.header(GUARD).isEmpty() || isForeign) {
            throw new ApiException(403, "the header X-Weir is missing, or a page of another origin sent the request");
        }
    }

    /** Whether a text can be the name of a user. */
    static boolean isName(String user) {
        return !user.isBlank()
                && user.length() <= LONGEST_NAME
                && user.codePoints().noneMatch(Access::isHidden);
    }

    /** Whether a character has no width or ends a line: with it, two names could look the same. */
    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
