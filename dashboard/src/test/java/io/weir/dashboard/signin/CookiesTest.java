package io.weir.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Seal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CookiesTest {
    private static final long NOW = 1_000_000;
    private static final Session ANNA = new Session("1", "anna", List.of("shift", "ünï"), NOW + 60_000);
    private final Cookies cookies = new Cookies(config(TestProvider.SECRET, "groups"));
    private final String set = cookies.set(ANNA, NOW);
    private final String cookie = set.substring(0, set.indexOf(';'));

    @Test
    void aSessionLastsUntilItsEnd() {
        assertThat(set).startsWith("weir-session=").contains("Max-Age=60;").doesNotContain("Secure", "__Host-");
        assertThat(cookies.session(request("a=b; " + cookie), NOW + 59_999)).contains(ANNA);
        assertThat(cookies.session(request(cookie), NOW + 60_000)).isEmpty();
        assertThat(cookies.session(request("a=b"), NOW)).isEmpty();
    }

    @Test
    void aChangedCookieIsIgnored() {
        for (int at = "weir-session=".length(); at < cookie.length(); at++) {
            char other = cookie.charAt(at) == 'A' ? 'B' : 'A';
            String forged = cookie.substring(0, at) + other + cookie.substring(at + 1);
            // The last character has bits that decode to nothing; the text itself must be the same.
            assertThat(cookies.session(request(forged), NOW)).as(forged).isEmpty();
            assertThat(cookies.session(request(cookie.substring(0, at)), NOW)).isEmpty();
        }
        assertThat(cookies.session(request(cookie + "."), NOW)).isEmpty();
        assertThat(cookies.session(request("weir-session=."), NOW)).isEmpty();
        assertThat(cookies.session(request(cookie + "x".repeat(30_000)), NOW)).isEmpty();
    }

    @Test
    void aCookieOfAnotherSecretOrPurposeIsIgnored() {
        for (OidcConfig other : List.of(
                config("another secret of the tests, as long", "groups"), config(TestProvider.SECRET, "roles"))) {
            assertThat(new Cookies(other).session(request(cookie), NOW)).isEmpty();
        }
        assertThat(new Cookies(config(TestProvider.SECRET, "groups")).session(request(cookie), NOW))
                .contains(ANNA);
        String attempt = cookies.set(new Attempt("state", "#/alarms", NOW + 1_000));
        String value = attempt.substring(attempt.indexOf('=') + 1, attempt.indexOf(';'));
        assertThat(cookies.attempt(request("weir-sign-in=" + value), NOW))
                .contains(new Attempt("state", "#/alarms", NOW + 1_000));
        assertThat(cookies.attempt(request("weir-sign-in=" + value), NOW + 1_000))
                .isEmpty();
        assertThat(cookies.session(request("weir-session=" + value), NOW)).isEmpty();
        assertThat(cookies.attempt(request(cookie.replace("weir-session", "weir-sign-in")), NOW))
                .isEmpty();
    }

    @Test
    void aShortSecretSignsNothing() {
        for (String secret : List.of("", " ", "x".repeat(31))) {
            assertThatThrownBy(() -> new Cookies(config(secret, "groups"))).hasMessageContaining("too short");
        }
        assertThatThrownBy(() -> new Seal("", "session")).hasMessageContaining("needs a secret");
    }

    @Test
    void aViewThatDoesNotFitIsLeftOut() {
        // JSON doubles each backslash, and base64 adds a third.
        Attempt attempt = Attempt.begin("state", "#/" + "\\".repeat(1_490), NOW);
        assertThat(attempt.to()).isNotEmpty();
        String header = cookies.set(attempt);
        assertThat(header).hasSizeLessThan(4_096);
        assertThat(cookies.attempt(request(header.substring(0, header.indexOf(';'))), NOW))
                .contains(attempt.withoutView());
    }

    @Test
    void signOutsAreRememberedUntilTheSessionEnds() {
        SignOuts outs = new SignOuts();
        outs.add(ANNA, NOW);
        assertThat(outs.contain(ANNA)).isTrue();
        Session other = new Session("2", "anna", List.of(), NOW + 120_000);
        assertThat(outs.contain(other)).isFalse();
        outs.add(other, NOW + 60_000);
        assertThat(outs.contain(ANNA)).isFalse();
        for (int i = 0; i < SignOuts.MOST - 1; i++) {
            outs.add(new Session("x" + i, "eve", List.of(), NOW + 120_000), NOW + 60_000);
        }
        assertThat(outs.contain(other)).isTrue();
        outs.add(new Session("last", "eve", List.of(), NOW + 120_000), NOW + 60_000);
        assertThat(outs.contain(other)).isFalse();
    }

    private static OidcConfig config(String secret, String groupsClaim) {
        return new OidcConfig(
                URI.create("https://sso.example.org"),
                Optional.empty(),
                "weir",
                secret,
                URI.create("http://127.0.0.1:8080"),
                List.of("openid"),
                "name",
                groupsClaim,
                Duration.ofHours(1),
                new Grants(Set.of("shift"), new TreeMap<>()));
    }

    private static ApiRequest request(String cookie) {
        return new ApiRequest("GET", "/api/data", "192.0.2.1", Map.of(), Map.of("cookie", cookie), "");
    }
}
