package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.weir.dashboard.http.Json;
import io.weir.dashboard.signin.TestProvider.Claims;
import io.weir.dashboard.signin.TestProvider.Signing;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A user signs in; attackers with forged answers do not. */
class SignInTest extends SignInCase {
    @Test
    void nobodyReadsWithoutASignIn() throws Exception {
        SignInServer.Browser browser = server.browser();
        for (String path : List.of("/api/data", "/api/stream", "/api/nothing", "/api/v1/query?query=up")) {
            assertThat(browser.get(path).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(browser.get("/api/session").body())
                .isEqualTo("{\"user\":null,\"may\":\"sign-in\",\"loggedIn\":false}");
        assertThat(browser.get("/").statusCode()).isEqualTo(200);
    }

    @Test
    void aUserSignsInAndOut() throws Exception {
        SignInServer.Browser browser = server.browser();
        HttpResponse<String> begun = browser.get("/api/sign-in?to=%23%2Falarms%3Ffilter%3Dhot");
        String at = SignInServer.location(begun);
        assertThat(at).startsWith(provider.issuer() + "/authorize?");
        Map<String, String> asked = TestProvider.form(at.substring(at.indexOf('?') + 1));
        assertThat(asked)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "weir")
                .containsEntry("redirect_uri", "https://weir.example.org/api/sign-in/callback")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("scope", "openid profile")
                .containsKeys("state", "nonce", "code_challenge");
        assertThat(begun.headers().allValues("set-cookie"))
                .singleElement()
                .asString()
                .startsWith("__Host-weir-sign-in=")
                .contains("; Path=/; HttpOnly; SameSite=Lax; Secure", "Max-Age=600");

        HttpResponse<String> completed = browser.get("/api/sign-in/callback?" + provider.authorize(at));
        assertThat(SignInServer.location(completed)).isEqualTo("https://weir.example.org/#/alarms?filter=hot");
        assertThat(completed.headers().allValues("set-cookie"))
                .anyMatch(cookie -> cookie.startsWith("__Host-weir-session=") && cookie.contains("Max-Age=43200;"))
                .anyMatch(cookie -> cookie.startsWith("__Host-weir-sign-in=;") && cookie.contains("Max-Age=0"))
                .anyMatch(cookie -> cookie.startsWith("__Secure-weir-id-token=")
                        && cookie.contains("Max-Age=43200; Path=/api/logout; "))
                .allMatch(cookie -> cookie.endsWith("; HttpOnly; SameSite=Lax; Secure"));
        assertThat(browser.get("/api/data").statusCode()).isEqualTo(200);
        assertThat(browser.get("/api/session").body())
                .isEqualTo("{\"user\":\"anna\",\"may\":\"command\",\"loggedIn\":true}");

        SignInServer.Browser thief = browser.copy();
        HttpResponse<String> out = browser.post("/api/logout");
        assertThat(out.body()).contains(provider.issuer() + "/end?");
        assertThat(out.body()).contains("post_logout_redirect_uri=https%3A%2F%2Fweir.example.org%2F", "client_id=weir");
        assertThat(out.headers().allValues("set-cookie"))
                .containsExactlyInAnyOrder(
                        "__Host-weir-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
                        "__Secure-weir-id-token=; Max-Age=0; Path=/api/logout; HttpOnly; SameSite=Lax; Secure");
        assertThat(SignedJWT.parse(atProvider(out).get("id_token_hint"))
                        .getJWTClaimsSet()
                        .getSubject())
                .isEqualTo("1234");
        assertThat(browser.get("/api/data").statusCode()).isEqualTo(401);
        assertThat(thief.get("/api/data").statusCode()).isEqualTo(401);
    }

    @Test
    void withoutAnIdTokenOfItsOwnTheProviderAsksTheUser() throws Exception {
        SignInServer.Browser forger = server.signedIn(provider);
        String other = server.signedIn(provider).cookies().getOrDefault("__Secure-weir-id-token", "");
        String signature = other.substring(other.lastIndexOf('.'));
        forger.cookies().compute("__Secure-weir-id-token", (name, own) -> own.replaceFirst("\\.[^.]*$", signature));
        assertThat(atProvider(forger.post("/api/logout")))
                .containsKey("client_id")
                .doesNotContainKey("id_token_hint");

        provider.claim(claims -> claims.claim("more", "x".repeat(3_000)));
        SignInServer.Browser browser = server.signedIn(provider);
        assertThat(browser.cookies()).containsEntry("__Secure-weir-id-token", "");
        assertThat(browser.get("/api/data").statusCode()).isEqualTo(200);
        assertThat(atProvider(browser.post("/api/logout")))
                .containsKey("client_id")
                .doesNotContainKey("id_token_hint");
    }

    /** The parameters with which a sign-out sends the browser to the provider. */
    private static Map<String, String> atProvider(HttpResponse<String> out) {
        String to = Json.object(out.body()).path("to").asText();
        return TestProvider.form(URI.create(to).getRawQuery());
    }

    @Test
    void groupsDecideWhatAUserMay() throws Exception {
        provider.claim(claims -> claims.claim("groups", List.of("farm-users")));
        SignInServer.Browser viewer = server.signedIn(provider);
        assertThat(viewer.get("/api/data").statusCode()).isEqualTo(200);
        assertThat(viewer.get("/api/session").body()).contains("\"may\":\"read\"");
        assertThat(viewer.post("/api/commander").statusCode()).isEqualTo(403);
        assertThat(viewer.post("/api/commander").body()).contains("anna may view, but not send commands");

        provider.claim(claims -> claims.claim("groups", "tpc-shift"));
        assertThat(server.signedIn(provider).post("/api/commander").body())
                .isEqualTo("{\"name\":\"anna\",\"tpc\":true,\"its\":false}");
        provider.claim(claims -> claims.claim("groups", List.of("farm-shift")));
        assertThat(server.signedIn(provider).post("/api/commander").body()).contains("\"its\":true");

        for (Object groups : List.of(List.of("others"), List.of(), Map.of("farm-users", 1), 7)) {
            provider.claim(claims -> claims.claim("groups", groups));
            SignInServer.Browser stranger = server.signedIn(provider);
            assertThat(stranger.get("/api/session").body()).contains("\"may\":\"nothing\"", "\"loggedIn\":true");
            assertThat(stranger.get("/api/data").statusCode()).isEqualTo(403);
            assertThat(stranger.post("/api/commander").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void tokensThatAreNotRightAreRefused() throws Exception {
        RSAKey other = TestProvider.newKey("first");
        record Lie(String reason, Claims claims) {}
        for (Lie lie : List.of(
                new Lie("issuer", claims -> claims.issuer("https://evil.example")),
                new Lie("audience", claims -> claims.audience("grafana")),
                new Lie("aud", claims -> claims.audience(List.of())),
                new Lie("it was made for the client grafana", claims -> claims.audience(List.of("weir", "grafana"))
                        .claim("azp", "grafana")),
                new Lie("nonce", claims -> claims.claim("nonce", "another")),
                new Lie("nonce", claims -> claims.claim("nonce", null)),
                new Lie("Expired JWT", claims -> claims.expirationTime(TestProvider.in(-120))),
                new Lie("exp", claims -> claims.expirationTime(null)),
                new Lie("ahead of current time", claims -> claims.issueTime(TestProvider.in(120))))) {
            provider.claim(lie.claims());
            server.assertRefused(provider, 401, lie.reason());
        }
        for (String name : Arrays.asList(null, "", "anna\nadmin", "anna\u202e", "an\u200bna", "an\u2028na")) {
            provider.claim(claims -> claims.claim("preferred_username", name));
            server.assertRefused(provider, 403, "no usable claim preferred_username");
        }
        provider.claim(claims -> {});
        record Forgery(int status, String reason, Signing signing) {}
        for (Forgery forgery : List.of(
                new Forgery(401, "Signed ID token expected", claims -> new PlainJWT(claims).serialize()),
                new Forgery(401, "Invalid signature", claims -> TestProvider.signed(claims, other)),
                new Forgery(401, "The token is not valid", provider::signedByPublicKey),
                new Forgery(502, "answer is not valid", claims -> provider.signed(claims)
                        .replaceAll("[^.]*$", "")),
                new Forgery(401, "Invalid signature", claims -> changed(provider.signed(claims))),
                new Forgery(502, "answer is not valid", claims -> "x"))) {
            provider.sign(forgery.signing());
            server.assertRefused(provider, forgery.status(), forgery.reason());
        }
        provider.sign(provider::signed);
        assertThat(server.signedIn(provider).get("/api/data").statusCode()).isEqualTo(200);
    }

    private static String changed(String token) {
        String[] parts = token.split("\\.");
        String payload = new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8).replace("anna", "root");
        parts[1] = Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes(UTF_8));
        return String.join(".", parts);
    }

    @Test
    void clocksMayDifferByAMinute() throws Exception {
        provider.claim(claims -> claims.expirationTime(TestProvider.in(-30)));
        assertThat(server.signedIn(provider).get("/api/data").statusCode()).isEqualTo(200);
        provider.claim(claims -> claims.issueTime(TestProvider.in(30)));
        assertThat(server.signedIn(provider).get("/api/data").statusCode()).isEqualTo(200);
    }

    @Test
    void keysOfTheProviderMayChange() throws Exception {
        server.signedIn(provider);
        provider.rotate();
        assertThat(server.signedIn(provider).get("/api/data").statusCode()).isEqualTo(200);
    }

    /** Otherwise an attacker could make a victim use the attacker's account. */
    @Test
    void onlyTheBrowserThatBeganCompletes() throws Exception {
        SignInServer.Browser attacker = server.browser();
        String query = provider.authorize(attacker.begin());
        SignInServer.Browser victim = server.browser();
        assertThat(victim.get("/api/sign-in/callback?" + query).statusCode()).isEqualTo(400);
        victim.begin();
        assertThat(victim.get("/api/sign-in/callback?" + query).statusCode()).isEqualTo(400);
        assertThat(victim.get("/api/sign-in/callback?code=x").statusCode()).isEqualTo(400);
        assertThat(victim.get("/api/data").statusCode()).isEqualTo(401);
        assertThat(attacker.get("/api/sign-in/callback?" + query).statusCode()).isEqualTo(303);
    }

    @Test
    void aCodeIsUsedOnceAndInTime() throws Exception {
        SignInServer.Browser browser = server.browser();
        String query = provider.authorize(browser.begin());
        SignInServer.Browser again = browser.copy();
        assertThat(browser.get("/api/sign-in/callback?" + query).statusCode()).isEqualTo(303);
        HttpResponse<String> replayed = again.get("/api/sign-in/callback?" + query);
        assertThat(replayed.statusCode()).isEqualTo(403);
        assertThat(replayed.body()).contains("The provider refuses the sign-in: Code not valid.");

        SignInServer.Browser late = server.browser();
        String lateQuery = provider.authorize(late.begin());
        server.advance(Attempt.LASTS);
        assertThat(late.get("/api/sign-in/callback?" + lateQuery).statusCode()).isEqualTo(400);
    }

    @Test
    void anotherProvidersAnswerIsRefused() throws Exception {
        SignInServer.Browser browser = server.browser();
        String query = provider.authorize(browser.begin());
        SignInServer.Browser deceived = browser.copy();
        assertThat(deceived.get("/api/sign-in/callback?iss=https%3A%2F%2Fevil.example&" + query)
                        .statusCode())
                .isEqualTo(400);
        assertThat(browser.get("/api/sign-in/callback?iss=" + provider.issuer() + "&" + query)
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void aRedirectNeverLeavesThePage() throws Exception {
        for (String to : List.of(
                "https%3A%2F%2Fevil.example",
                "%2F%2Fevil.example",
                "%23",
                "%40evil.example",
                ".evil.example",
                "%23%2Fa%0d%0aSet-Cookie%3A%20a%3Db",
                "%23%2F" + "a".repeat(3_000))) {
            SignInServer.Browser browser = server.browser();
            String at = SignInServer.location(browser.get("/api/sign-in?to=" + to));
            assertThat(at).startsWith(provider.issuer() + "/authorize?");
            assertThat(SignInServer.location(browser.get("/api/sign-in/callback?" + provider.authorize(at))))
                    .as(to)
                    .isEqualTo("https://weir.example.org/");
        }
    }

    @Test
    void thePublicNameIsAcceptedAndOthersAreNot() throws Exception {
        assertThat(server.statusFor("weir.example.org")).isEqualTo(401);
        assertThat(server.statusFor("127.0.0.1")).isEqualTo(401);
        assertThat(server.statusFor("evil.example")).isEqualTo(421);
        assertThat(server.statusFor("weir.example.org.evil.example")).isEqualTo(421);
    }

    @Test
    void theProvidersReasonIsShownAsText() throws Exception {
        SignInServer.Browser browser = server.browser();
        String state = TestProvider.form(provider.authorize(browser.begin())).get("state");
        HttpResponse<String> answer = browser.get(
                "/api/sign-in/callback?error=access_denied&error_description=%3Cscript%3Eno&state=" + state);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("&lt;script&gt;no").doesNotContain("<script");
        assertThat(answer.headers().firstValue("content-security-policy")).isPresent();
    }

    @Test
    void moreGroupsThanACookieHoldsAreRefusedWithTheRemedy() throws Exception {
        provider.claim(claims -> claims.claim("groups", SignInServer.MANY));
        server.assertRefused(provider, 403, "groups that dashboard.oidc names, more than a cookie can store");
        // Groups that the settings do not name take no room.
        provider.claim(claims -> claims.claim(
                "groups",
                IntStream.range(0, 5_000)
                        .mapToObj(i -> i == 9 ? "farm-users" : "some-other-group-" + i)
                        .toList()));
        assertThat(server.signedIn(provider).get("/api/data").statusCode()).isEqualTo(200);
    }

    @Test
    void streamsEndWithTheSession() throws Exception {
        SignInServer.Browser browser = server.signedIn(provider);
        try (InputStream events = browser.stream("/api/stream")) {
            assertThat(events.read()).isEqualTo('e');
            server.advance(Duration.ofHours(12));
            assertThat(events.readAllBytes()).isNotEmpty();
        }
        assertThat(browser.get("/api/data").statusCode()).isEqualTo(401);

        SignInServer.Browser second = server.signedIn(provider);
        try (InputStream events = second.stream("/api/stream")) {
            assertThat(events.read()).isEqualTo('e');
            assertThat(second.post("/api/logout").statusCode()).isEqualTo(200);
            assertThat(events.readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void pagesOfOthersNeitherCommandNorSignOut() throws Exception {
        SignInServer.Browser browser = server.signedIn(provider);
        for (String path : List.of("/api/commander", "/api/logout")) {
            assertThat(browser.post(path, Map.of()).statusCode()).isEqualTo(403);
            for (String site : List.of("cross-site", "same-site")) {
                assertThat(browser.post(path, Map.of("X-Weir", "1", "Sec-Fetch-Site", site))
                                .statusCode())
                        .as(path + " " + site)
                        .isEqualTo(403);
            }
        }
        assertThat(browser.post("/api/commander", Map.of("X-Weir", "1", "Sec-Fetch-Site", "same-origin"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aReasonOfOthersIsOneLine() {
        assertThat(Provider.refusal("access_denied", "no\n12:00 INFO signed in: user=root\u001b[2J\u202e\u2028."))
                .isEqualTo("The provider refuses the sign-in: no 12:00 INFO signed in: user=root [2J  ..");
    }

    /** Some proxies and scanners of mail follow addresses by HEAD. */
    @Test
    void headDoesNotRedeemACode() throws Exception {
        SignInServer.Browser browser = server.browser();
        String callback = "/api/sign-in/callback?" + provider.authorize(browser.begin());
        assertThat(browser.head(callback).statusCode()).isEqualTo(405);
        assertThat(browser.get(callback).statusCode()).isEqualTo(303);
    }
}
