package io.weir.dashboard.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.http.BearerTokens;
import io.weir.contract.service.BoundHost;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Access without a provider of identities. Every user who reaches the page may read. Decides which
 * users may send commands to alarms, and under which name.
 *
 * <p>With a user header, the user that the proxy names may send commands. With a token, users may
 * after a login with it. Their cookie is signed with the token, so no session is stored, and
 * sessions survive a restart. With neither, on a server that is bound to the local machine only,
 * every local user may: local users can write to Kafka as well. Otherwise no user may.
 */
public final class LocalAccess implements Access {
    /** The name of the cookie. */
    public static final String COOKIE = "weir-session";

    private static final Duration LASTS = Duration.ofHours(12);

    private final Optional<String> userHeader;
    private final Optional<Seal> seal;
    private final BearerTokens logins;
    private final BoundHost host;
    private final boolean isSecure;
    private final String localUser;
    private final WrongTokens tries = new WrongTokens();

    /**
     * @param host the address of the server
     * @param isSecure whether the server uses HTTPS; the cookie is then restricted to HTTPS
     * @param localUser the name of a local user who does not give one
     */
    public LocalAccess(
            Optional<String> userHeader, Optional<String> token, BoundHost host, boolean isSecure, String localUser) {
        this.userHeader = userHeader;
        this.seal = token.map(secret -> new Seal(secret, COOKIE));
        this.logins = new BearerTokens(token.stream().toList());
        this.host = host;
        this.isSecure = isSecure;
        this.localUser = localUser;
    }

    private static Who commanding(String user) {
        return new Who(user, "command", false);
    }

    private static Who anonymous(String may) {
        return new Who(null, may, false);
    }

    @Override
    public Who who(ApiRequest request, long nowMillis) {
        if (userHeader.isPresent()) {
            return request.header(userHeader.get())
                    .filter(Access::isName)
                    .map(LocalAccess::commanding)
                    .orElse(anonymous("read"));
        }
        if (seal.isPresent()) {
            return request.cookie(COOKIE)
                    .flatMap(cookie -> user(cookie, seal.get(), nowMillis))
                    .map(user -> new Who(user, "command", true))
                    .orElse(anonymous("login"));
        }
        return host.isLoopback() ? commanding(localUser) : anonymous("read");
    }

    /** Every user who reaches the page may. */
    @Override
    public void requireReader(ApiRequest request, long nowMillis) {}

    @Override
    public Commander commander(ApiRequest request, Optional<String> named, long nowMillis) {
        Access.requireOwnPage(request);
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
        boolean isFree = userHeader.isEmpty() && seal.isEmpty();
        return Commander.ofAll(
                isFree ? named.map(String::strip).filter(Access::isName).orElse(user) : user);
    }

    /**
     * Returns the Set-Cookie header for a user with the token.
     *
     * @throws ApiException if the token is wrong, no token is set, or this source has sent too many
     *     wrong ones
     */
    public String login(ApiRequest request, String user, String offered, long nowMillis) {
        Access.requireOwnPage(request);
        if (seal.isEmpty()) {
            throw new ApiException(400, "login is off: set dashboard.token-file (WEIR_DASHBOARD_TOKEN)");
        }
        if (!Access.isName(user.strip())) {
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
        return setCookie(cookie(user.strip(), seal.get(), nowMillis + LASTS.toMillis()), LASTS.toSeconds());
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

    @Override
    public boolean isForThisHost(ApiRequest request) {
        return userHeader.isPresent() || host.isMeantBy(request.header("host"));
    }

    private String setCookie(String value, long seconds) {
        return COOKIE + "=" + value + "; Path=/; Max-Age=" + seconds + "; HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "");
    }

    private static String cookie(String user, Seal seal, long untilMillis) {
        return seal.seal(
                Base64.getUrlEncoder().withoutPadding().encodeToString(user.getBytes(UTF_8)) + "." + untilMillis);
    }

    private static Optional<String> user(String cookie, Seal seal, long nowMillis) {
        // The claim is signed, so cookie() wrote it.
        return seal.open(cookie)
                .map(claim -> claim.split("\\."))
                .filter(parts -> nowMillis < Long.parseLong(parts[1]))
                .map(parts -> new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8));
    }
}
