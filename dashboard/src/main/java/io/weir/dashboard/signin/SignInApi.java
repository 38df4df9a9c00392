package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.dashboard.http.Access;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The endpoints for sign-in and sign-out: the authorization code flow of OpenID Connect with PKCE.
 * Addresses of redirects come from the settings and the provider's metadata, never from a request.
 */
final class SignInApi {
    private static final Logger LOG = LoggerFactory.getLogger(SignInApi.class);

    private static final int RANDOM_BYTES = 16;

    private final OidcConfig config;
    private final Provider provider;
    private final Cookies cookies;
    private final SignOuts signOuts;
    private final SignInAccess access;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** @param clock for the times of sessions */
    SignInApi(
            OidcConfig config,
            Provider provider,
            Cookies cookies,
            SignOuts signOuts,
            SignInAccess access,
            Clock clock) {
        this.config = config;
        this.provider = provider;
        this.cookies = cookies;
        this.signOuts = signOuts;
        this.access = access;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/session",
                (Endpoint.Open) request -> Answer.of(access.who(request, clock.millis())),
                "GET /api/sign-in",
                (Endpoint.Open) this::begin,
                "GET /api/sign-in/callback",
                (Endpoint.Open) this::complete,
                "POST " + Cookies.SIGN_OUT,
                (Endpoint.Open) this::signOut);
    }

    /** The browser shows the answer itself, so a refusal is a page. */
    private Answer failed(int status, String why) {
        return Answer.page(status, SignInPage.failed(config.publicUrl(), why));
    }

    private static String reason(ApiException e) {
        return ForeignText.inOneLine(String.valueOf(e.getMessage()));
    }

    /** Anybody can cause failures here, so they are no warnings; the provider's problem is one already. */
    private Answer begin(ApiRequest request) {
        try {
            return begun(request);
        } catch (ApiException e) {
            LOG.debug("sign-in not begun: from={} {}", request.source(), reason(e));
            return failed(e.status(), reason(e));
        }
    }

    private Answer begun(ApiRequest request) {
        Attempt attempt = Attempt.begin(randomText(), request.parameter("to").orElse(""), clock.millis());
        String to = provider.authorization(
                        attempt.state(), attempt.nonce(cookies.attempts()), attempt.verifier(cookies.attempts()))
                .toString();
        return Answer.redirect(to).withCookie(cookies.set(attempt));
    }

    private Answer complete(ApiRequest request) {
        long nowMillis = clock.millis();
        Optional<Attempt> attempt = cookies.attempt(request, nowMillis)
                .filter(begun ->
                        isSame(begun.state(), request.parameter("state").orElse("")));
        if (attempt.isEmpty()) {
            // The browser's own attempt goes on: another page may have sent this request.
            LOG.debug("sign-in failed: from={} has not begun it", request.source());
            return failed(
                    400,
                    "This browser has not begun this sign-in, has begun another one since, or took longer than "
                            + Attempt.LASTS.toMinutes() + " minutes.");
        }
        try {
            return completed(attempt.get(), request, nowMillis).withCookie(cookies.endAttempt());
        } catch (ApiException e) {
            LOG.warn("sign-in failed: from={} {}", request.source(), reason(e));
            return failed(e.status(), reason(e)).withCookie(cookies.endAttempt());
        }
    }

    private Answer completed(Attempt attempt, ApiRequest request, long nowMillis) {
        // Otherwise another provider could pass its code off as one of this provider (RFC 9207).
        if (request.parameter("iss")
                .filter(iss -> !iss.equals(config.issuer().toString()))
                .isPresent()) {
            throw new ApiException(400, "Another provider than " + config.issuer() + " has answered.");
        }
        Optional<String> error = request.parameter("error");
        if (error.isPresent()) {
            throw new ApiException(
                    403,
                    Provider.refusal(
                            error.get(), request.parameter("error_description").orElse(null)));
        }
        String code = request.parameter("code")
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new ApiException(400, "The provider has sent no code."));
        Provider.SignedIn signedIn =
                provider.redeem(code, attempt.nonce(cookies.attempts()), attempt.verifier(cookies.attempts()));
        Identity identity = signedIn.identity();
        Session session = new Session(
                randomText(),
                identity.user(),
                access.granting(identity),
                nowMillis + config.session().toMillis());
        Answer answer = Answer.redirect(config.publicUrl() + "/" + attempt.to())
                .withCookie(cookies.set(session, nowMillis))
                .withCookie(cookies.setIdToken(signedIn.idToken(), config.session()));
        LOG.info(
                "signed in: user={} sub={} groups={} from={}",
                session.user(),
                identity.subject(),
                session.groups(),
                request.source());
        if (session.groups().isEmpty()) {
            LOG.warn(
                    "user={} may not view: of {} groups in the claim {}, dashboard.oidc names none",
                    session.user(),
                    identity.groups().size(),
                    config.groupsClaim());
        }
        return answer;
    }

    private Answer signOut(ApiRequest request) {
        Access.requireOwnPage(request);
        long nowMillis = clock.millis();
        cookies.session(request, nowMillis).ifPresent(session -> {
            signOuts.add(session, nowMillis);
            LOG.info("signed out: user={} from={}", session.user(), request.source());
        });
        Map<String, Object> answer = new HashMap<>(Map.of("ok", true));
        provider.signOut(cookies.idToken(request)).ifPresent(url -> answer.put("to", url.toString()));
        return Answer.of(answer).withCookie(cookies.endSession()).withCookie(cookies.endIdToken());
    }

    private static boolean isSame(String begun, String returned) {
        return MessageDigest.isEqual(begun.getBytes(UTF_8), returned.getBytes(UTF_8));
    }

    private String randomText() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
