package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTParser;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.http.Seal;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The cookies of a session and of a sign-in that has begun. They are signed, so nothing is stored
 * here, and sessions survive a restart. Pure: time is an argument; thread-safe.
 */
final class Cookies {
    /** Browsers store at most 4096 bytes of name, value and attributes. */
    static final int LONGEST = 3_800;
    /** The path of a sign-out below the address of the page. */
    static final String SIGN_OUT = "/api/logout";

    private final Seal sessions;
    private final Seal attempts;
    private final Seal idTokens;
    private final String sessionName;
    private final String attemptName;
    private final String idTokenName;
    private final String attributes;
    private final String idTokenAttributes;

    /**
     * If browsers use HTTPS, the cookies are restricted to it. Dashboards share sessions only if they
     * have the same secret, provider, address and claims.
     */
    Cookies(OidcConfig config) {
        if (config.clientSecret().length() < OidcConfig.SHORTEST_SECRET) {
            throw new IllegalArgumentException("the client secret is too short to sign sessions");
        }
        sessions = seal("session", config);
        attempts = seal("sign-in", config);
        idTokens = seal("sign-out", config);
        boolean isSecure = config.isSecure();
        // With this prefix, no other host of the domain can set the cookie.
        String prefix = isSecure ? "__Host-" : "";
        sessionName = prefix + "weir-session";
        attemptName = prefix + "weir-sign-in";
        // Only a sign-out needs it; so it must have a path, which the other prefix excludes.
        idTokenName = (isSecure ? "__Secure-" : "") + "weir-id-token";
        String protection = "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "");
        attributes = "; Path=/" + protection;
        idTokenAttributes = "; Path=" + config.publicUrl().getRawPath() + SIGN_OUT + protection;
    }

    private static Seal seal(String purpose, OidcConfig config) {
        return new Seal(
                config.clientSecret(),
                purpose,
                config.issuer().toString(),
                config.clientId(),
                config.publicUrl().toString(),
                config.nameClaim(),
                config.groupsClaim());
    }

    /** The seal from which an attempt derives its secrets. */
    Seal attempts() {
        return attempts;
    }

    /**
     * The Set-Cookie header of a session.
     *
     * @throws ApiException if the groups of the user do not fit into a cookie
     */
    String set(Session session, long nowMillis) {
        String value = sessions.seal(encoded(session));
        if (value.length() > LONGEST) {
            throw new ApiException(
                    403,
                    "You are in " + session.groups().size() + " groups that dashboard.oidc names, more than a cookie"
                            + " can store. Name fewer or shorter groups in dashboard.oidc.");
        }
        return sessionName + "=" + value + "; Max-Age=" + (session.untilMillis() - nowMillis) / 1_000 + attributes;
    }

    /** The Set-Cookie header of a sign-in that begins; without the view, if it does not fit. */
    String set(Attempt attempt) {
        String value = attempts.seal(encoded(attempt));
        if (value.length() > LONGEST) {
            value = attempts.seal(encoded(attempt.withoutView()));
        }
        return attemptName + "=" + value + "; Max-Age=" + Attempt.LASTS.toSeconds() + attributes;
    }

    /** The Set-Cookie header of an ID token; without the token, if it does not fit. */
    String setIdToken(String idToken, Duration lasts) {
        String value = idTokens.seal(idToken);
        return value.length() > LONGEST
                ? endIdToken()
                : idTokenName + "=" + value + "; Max-Age=" + lasts.toSeconds() + idTokenAttributes;
    }

    /** The ID token of the sign-in; empty if the browser has none from here. */
    Optional<JWT> idToken(ApiRequest request) {
        return request.cookie(idTokenName)
                .filter(value -> value.length() <= LONGEST)
                .flatMap(idTokens::open)
                .map(Cookies::parsed);
    }

    private static JWT parsed(String idToken) {
        try {
            return JWTParser.parse(idToken);
        } catch (ParseException e) {
            throw new IllegalStateException("a token that was valid at the sign-in is none", e);
        }
    }

    /** The Set-Cookie header that removes the ID token. */
    String endIdToken() {
        return idTokenName + "=; Max-Age=0" + idTokenAttributes;
    }

    /** The Set-Cookie header that removes the session. */
    String endSession() {
        return sessionName + "=; Max-Age=0" + attributes;
    }

    /** The Set-Cookie header that removes the sign-in. */
    String endAttempt() {
        return attemptName + "=; Max-Age=0" + attributes;
    }

    /** The session of a request; empty if it has none that is genuine and current. */
    Optional<Session> session(ApiRequest request, long nowMillis) {
        return opened(request, sessionName, sessions)
                .map(json -> new Session(
                        json.path("id").asText(),
                        json.path("user").asText(),
                        texts(json.path("groups")),
                        json.path("untilMillis").asLong()))
                .filter(session -> nowMillis < session.untilMillis());
    }

    /** The sign-in that the browser has begun; empty if it has none that is genuine and current. */
    Optional<Attempt> attempt(ApiRequest request, long nowMillis) {
        return opened(request, attemptName, attempts)
                .map(json -> new Attempt(
                        json.path("state").asText(),
                        json.path("to").asText(),
                        json.path("untilMillis").asLong()))
                .filter(attempt -> nowMillis < attempt.untilMillis());
    }

    private static String encoded(Object value) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(value));
    }

    /** The content of a signed cookie; empty without one. This class encoded the content, so it is JSON. */
    private static Optional<JsonNode> opened(ApiRequest request, String name, Seal seal) {
        return request.cookie(name)
                .filter(value -> value.length() <= LONGEST)
                .flatMap(seal::open)
                .map(text -> Json.object(new String(Base64.getUrlDecoder().decode(text), UTF_8)));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
