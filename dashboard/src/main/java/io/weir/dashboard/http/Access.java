package io.weir.dashboard.http;

import static java.nio.charset.StandardCharsets.UTF_8;

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
 * Who may say something to alarms, and under which name. Everybody who can ask may look. Pure: time is an argument; thread-safe.
 *
 * <p>With a header of a proxy, whom the proxy names. With a token, who has logged in with it: a cookie that is signed with the token, so that
 * nothing is kept, and a restart changes nothing. With neither, and bound to this machine alone, whoever is on it: they may write to Kafka just
 * as well. Else nobody.
 */
public final class Access {
    /** The name of the cookie. */
    public static final String COOKIE = "weir-session";

    /** A header that no form and no foreign page can send unasked. */
    public static final String GUARD = "x-weir";

    private static final Duration LASTS = Duration.ofHours(12);
    private static final int LONGEST_NAME = 200;

    private final Optional<String> userHeader;
    private final Optional<String> token;
    private final BoundHost host;
    private final boolean isSecure;
    private final String localUser;
    private final WrongTokens tries = new WrongTokens();

    /**
     * Who somebody is.
     *
     * @param user null if that is not known
     * @param may {@code command}, {@code login} if a token would do, or {@code read}
     * @param loggedIn whether they have logged in here, and may log out
     */
    public record Who(@Nullable String user, String may, boolean loggedIn) {
        private static Who commander(String user) {
            return new Who(user, "command", false);
        }

        private static Who nobody(String may) {
            return new Who(null, may, false);
        }
    }

    /**
     * @param host where it is asked
     * @param isSecure whether it is asked by HTTPS, to which the cookie is kept then
     * @param localUser by which name somebody on this machine speaks who gives none
     */
    public Access(
            Optional<String> userHeader, Optional<String> token, BoundHost host, boolean isSecure, String localUser) {
        this.userHeader = userHeader;
        this.token = token;
        this.host = host;
        this.isSecure = isSecure;
        this.localUser = localUser;
    }

    /** Who asks. */
    public Who who(Ask ask, long nowMillis) {
        if (userHeader.isPresent()) {
            return ask.header(userHeader.get())
                    .filter(Access::isName)
                    .map(Who::commander)
                    .orElse(Who.nobody("read"));
        }
        if (token.isPresent()) {
            return ask.cookie(COOKIE)
                    .flatMap(cookie -> user(cookie, token.get(), nowMillis))
                    .map(user -> new Who(user, "command", true))
                    .orElse(Who.nobody("login"));
        }
        return host.isLoopback() ? Who.commander(localUser) : Who.nobody("read");
    }

    /**
     * Under which name a command is given.
     *
     * @param named the name in the request; counts only where nobody vouches for another
     * @throws AskException if the request may not command, or another page may have sent it
     */
    public String commander(Ask ask, Optional<String> named, long nowMillis) {
        requireOwnPage(ask);
        Who who = who(ask, nowMillis);
        String user = who.user();
        if (user == null || !who.may().equals("command")) {
            throw new AskException(
                    who.may().equals("login") ? 401 : 403,
                    who.may().equals("login")
                            ? "log in with the token first"
                            : "this page is for looking only: set dashboard.token-file (WEIR_DASHBOARD_TOKEN), or"
                                    + " dashboard.user-header");
        }
        boolean isFree = userHeader.isEmpty() && token.isEmpty();
        return isFree ? named.map(String::strip).filter(Access::isName).orElse(user) : user;
    }

    /** @throws AskException if a page of another origin may have sent it */
    public void requireOwnPage(Ask ask) {
        boolean isForeign = ask.header("sec-fetch-site")
                .filter(site -> !site.equals("same-origin") && !site.equals("none"))
                .isPresent();
        if (ask.header(GUARD).isEmpty() || isForeign) {
            throw new AskException(403, "the header X-Weir is missing, or another page has sent this");
        }
    }

    /**
     * The Set-Cookie header of somebody who has the token.
     *
     * @throws AskException if they have not, or there is none, or this source has given too many wrong ones
     */
    public String login(Ask ask, String user, String offered, long nowMillis) {
        requireOwnPage(ask);
        if (token.isEmpty()) {
            throw new AskException(400, "no token is set here");
        }
        if (!isName(user.strip())) {
            throw new AskException(400, "user: say who you are, in 1 to " + LONGEST_NAME + " characters");
        }
        long waitMillis = tries.take(ask.source(), nowMillis);
        if (waitMillis > 0) {
            long seconds = (waitMillis + 999) / 1_000;
            throw AskException.tooOften(
                    "too many wrong tokens came from here; try again in " + seconds + " s", seconds);
        }
        // Takes as long whatever is offered.
        if (!MessageDigest.isEqual(token.get().getBytes(UTF_8), offered.strip().getBytes(UTF_8))) {
            tries.wrong();
            throw new AskException(401, "that is not the token");
        }
        tries.right(ask.source());
        return setCookie(cookie(user.strip(), token.get(), nowMillis + LASTS.toMillis()), LASTS.toSeconds());
    }

    /** How many wrong tokens were given. */
    public long wrongTokens() {
        return tries.wrongCount();
    }

    /** How many tokens were not looked at, since too many wrong ones had come from there. */
    public long tokensRefused() {
        return tries.refusedCount();
    }

    /** The Set-Cookie header that ends it. */
    public String logout() {
        return setCookie("", 0);
    }

    /** Whether a request is meant for this host; a proxy may hand on a name of its own. */
    public boolean isForThisHost(Ask ask) {
        return userHeader.isPresent() || host.isMeantBy(ask.header("host"));
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
        // What is signed was written by cookie().
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
