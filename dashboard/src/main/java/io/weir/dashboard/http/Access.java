package io.weir.dashboard.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.http.BearerTokens;
import io.weir.contract.service.BoundHost;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Decides which users may send commands to alarms, and under which name. Every user who reaches the
 * page may read. Pure: time is an argument; thread-safe.
 *
 * <p>With a user header, the user that the proxy names may send commands. With a token, users may
 * after a login with it. Their cookie is signed with the token, so no session is stored, and
 * sessions survive a restart. With neither, on a server that is bound to the local machine only,
 * every local user may: local users can write to Kafka as well. Otherwise no user may.
 */
public final class Access {
    /** The name of the cookie. */
    public static final String COOKIE = "weir-session";

    /** A header that no form and no page of another origin can send without permission. */
    public static final String GUARD = "x-weir";

    private static final Duration LASTS = Duration.ofHours(12);
    private static final int LONGEST_NAME = 200;

    private final Optional<String> userHeader;
    private final Optional<String> token;
    private final BearerTokens logins;
    private final BoundHost host;
    private final boolean isSecure;
    private final String localUser;
    private final WrongTokens tries = new WrongTokens();

    /**
     * The identity of a user.
     *
     * @param user null if unknown
     * @param may {@code command}, {@code login} if a token would suffice, or {@code read}
     * @param loggedIn whether the user has logged in here and may log out
     */
    public record Who(@Nullable String user, String may, boolean loggedIn) {
        private static Who commander(String user) {
            return new Who(user, "command", false);
        }

        private static Who anonymous(String may) {
            return new Who(null, may, false);
        }
    }

    /**
     * @param host the address of the server
     * @param isSecure whether the server uses HTTPS; the cookie is then restricted to HTTPS
     * @param localUser the name of a local user who does not give one
     */
    public Access(
            Optional<String> userHeader, Optional<String> token, BoundHost host, boolean isSecure, String localUser) {
        this.userHeader = userHeader;
        this.token = token;
        this.logins = new BearerTokens(token.stream().toList());
        this.host = host;
        this.isSecure = isSecure;
        this.localUser = localUser;
    }

    /** The user who sent the request. */
    public Who who(ApiRequest request, long nowMillis) {
        if (userHeader.isPresent()) {
            return request.header(userHeader.get())
                    .filter(Access::isName)
                    .map(Who::commander)
                    .orElse(Who.anonymous("read"));
        }
        if (token.isPresent()) {
            return request.cookie(COOKIE)
                    .flatMap(cookie -> user(cookie, token.get(), nowMillis))
                    .map(user -> new Who(user, "command", true))
                    .orElse(Who.anonymous("login"));
        }
        return host.isLoopback() ? Who.commander(localUser) : Who.anonymous("read");
    }

    /**
     * The name under which a command is sent.
     *
     * @param named the name in the request; used only if neither a proxy nor a login determines
     *     another
     * @throws ApiException if the user may not send commands, or another page may have sent the
     *     request
     */
    public String commander(ApiRequest request, Optional<String> named, long nowMillis) {
        requireOwnPage(request);
        Who who = who(request, nowMillis);
        String user = who.user();
        if (user == null || !who.may().equals("command")) {
            throw new ApiException(
                    who.may().equals("login") ? 401 : 403,
                    who.may().equals("login")
                            ? "log in with the token first"
                            : "this page is read-only: to permit commands, set dashboard.token-file"
                                    + " (WEIR_DASHBOARD_TOKEN) or dashboard.user-header");
        }
        boolean isFree = userHeader.isEmpty() && token.isEmpty();
        return isFree ? named.map(String::strip).filter(Access::isName).orElse(user) : user;
    }

    /** @throws ApiException if a page of another origin may have sent the request */
    public void requireOwnPage(ApiRequest request) {
        boolean isForeign = request.header("sec-fetch-site")
                .filter(site -> !site.equals("same-origin") && !site.equals("none"))
                .isPresent();
        if (request.header(GUARD).isEmpty() || isForeign) {
            throw new ApiException(403, "the header X-Weir is missing, or a page of another origin sent the request");
        }
    }

    /**
     * Returns the Set-Cookie header for a user with the token.
     *
     * @throws ApiException if the token is wrong, no token is set, or this source has sent too many
     *     wrong ones
     */
    public String login(ApiRequest request, String user, String offered, long nowMillis) {
        requireOwnPage(request);
        if (token.isEmpty()) {
            throw new ApiException(400, "login is off: set dashboard.token-file (WEIR_DASHBOARD_TOKEN)");
        }
        if (!isName(user.strip())) {
            throw new ApiException(400, "user: must be a name of 1 to " + LONGEST_NAME + " characters");
        }
        long waitMillis = tries.take(request.source(), nowMillis);
        if (waitMillis > 0) {
            long seconds = (waitMillis + 999) / 1_000;
            throw ApiException.tooOften(
                    "too many wrong tokens from this address; try again in " + seconds + " s", seconds);
        }
        if (!logins.contain(offered.strip())) {
            tries.wrong();
            throw new ApiException(401, "wrong token");
        }
        tries.right(request.source());
        return setCookie(cookie(user.strip(), token.get(), nowMillis + LASTS.toMillis()), LASTS.toSeconds());
    }

    /** The number of wrong tokens. */
    public long wrongTokens() {
        return tries.wrongCount();
    }

    /**
     * The number of tokens that were not checked because their source had sent too many wrong ones.
     */
    public long tokensRefused() {
        return tries.refusedCount();
    }

    /** The Set-Cookie header that ends a session. */
    public String logout() {
        return setCookie("", 0);
    }

    /** Whether a request is addressed to this host; a proxy may forward another host name. */
    public boolean isForThisHost(ApiRequest request) {
        return userHeader.isPresent() || host.isMeantBy(request.header("host"));
    }

    private String setCookie(String value, long seconds) {
        return COOKIE + "=" + value + "; Path=/; Max-Age=" + seconds + "; HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "");
    }

    private static boolean isName(String user) {
        return !user.isBlank() && user.length() <= LONGEST_NAME && user.chars().noneMatch(Character::isISOControl);
    }

    private static String cookie(String user, String token, long untilMillis) {
        String claim = Base64.getUrlEncoder().withoutPadding().encodeToString(user.getBytes(UTF_8)) + "." + untilMillis;
        return claim + "." + signature(claim, token);
    }

    private static Optional<String> user(String cookie, String token, long nowMillis) {
        String[] parts = cookie.split("\\.");
        if (parts.length != 3) {
            return Optional.empty();
        }
        String signed = signature(parts[0] + "." + parts[1], token);
        if (!MessageDigest.isEqual(signed.getBytes(UTF_8), parts[2].getBytes(UTF_8))) {
            return Optional.empty();
        }
        // The claim is signed, so cookie() wrote it.
        return nowMillis < Long.parseLong(parts[1])
                ? Optional.of(new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8))
                : Optional.empty();
    }

    private static String signature(String claim, String token) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(("weir-session " + token).getBytes(UTF_8), "HmacSHA256"));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(claim.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
