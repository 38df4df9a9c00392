package io.weir.dashboard.signin;

import io.weir.dashboard.http.Seal;
import java.time.Duration;

/**
 * A sign-in that a browser has begun.
 *
 * @param state random; the provider returns it, so only the browser that began the sign-in can
 *     complete it
 * @param to the view to show afterwards: the part of the page's address from {@code #} on, or empty
 */
record Attempt(String state, String to, long untilMillis) {
    /** How long a user may take for the sign-in. */
    static final Duration LASTS = Duration.ofMinutes(10);

    /** Leaves enough of a cookie, which has at most 4096 bytes, for the rest. */
    private static final int LONGEST_VIEW = 1_500;

    /** Begins a sign-in; any other text than a view is ignored. */
    static Attempt begin(String state, String to, long nowMillis) {
        boolean isView =
                to.startsWith("#/") && to.length() <= LONGEST_VIEW && to.chars().allMatch(c -> c > ' ' && c < 0x7f);
        return new Attempt(state, isView ? to : "", nowMillis + LASTS.toMillis());
    }

    /** The same, which then shows the first view. */
    Attempt withoutView() {
        return new Attempt(state, "", untilMillis);
    }

    /** The value that the ID token must contain, so that it is made for this sign-in. */
    String nonce(Seal seal) {
        return seal.signature("nonce " + state);
    }

    /** The secret of PKCE, so that only this server can redeem the code. */
    String verifier(Seal seal) {
        return seal.signature("verifier " + state);
    }
}
