package io.weir.dashboard.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.service.BoundHost;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalAccessTest {
    private static final long NOW = 1_000_000;
    private static final BoundHost HERE = BoundHost.of("127.0.0.1");
    private static final BoundHost EVERYWHERE = BoundHost.of("0.0.0.0");
    private static final LocalAccess LOCAL = new LocalAccess(Optional.empty(), Optional.empty(), HERE, false, "otto");
    private static final LocalAccess TOKEN =
            new LocalAccess(Optional.empty(), Optional.of("secret"), EVERYWHERE, false, "otto");
    private static final LocalAccess PROXY =
            new LocalAccess(Optional.of("X-User"), Optional.empty(), HERE, false, "otto");
    private static final LocalAccess OPEN =
            new LocalAccess(Optional.empty(), Optional.empty(), EVERYWHERE, false, "otto");

    @Test
    void localUsersNeedNoLogin() {
        assertThat(LOCAL.commander(own(), Optional.empty(), NOW).name()).isEqualTo("otto");
        assertThat(LOCAL.commander(own(), Optional.of(" anna "), NOW).name()).isEqualTo("anna");
    }

    @Test
    void remotePageWithoutTokenIsReadOnly() {
        refuses(403, () -> OPEN.commander(own(), Optional.of("anna"), NOW));
        assertThat(OPEN.who(own(), NOW).may()).isEqualTo("read");
    }

    @Test
    void loginLastsTwelveHoursAndCookieNamesTheUser() {
        refuses(401, () -> TOKEN.commander(own(), Optional.of("anna"), NOW));
        refuses(401, () -> TOKEN.login(own(), "anna", "wrong", NOW));
        refuses(400, () -> TOKEN.login(own(), " ", "secret", NOW));
        String cookie = TOKEN.login(own(), "anna", "secret", NOW);
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict");
        ApiRequest request = own("cookie", "other=1; " + cookie.substring(0, cookie.indexOf(';')));
        assertThat(TOKEN.commander(request, Optional.of("otto"), NOW).name()).isEqualTo("anna");
        assertThat(TOKEN.who(request, NOW + 12 * 3_600_000L).may()).isEqualTo("login");
    }

    @Test
    void guessingTokensIsSlowedDownPerSource() {
        LocalAccess access = new LocalAccess(Optional.empty(), Optional.of("secret"), EVERYWHERE, false, "otto");
        for (int i = 0; i < WrongTokens.TRIES; i++) {
            refuses(401, () -> access.login(own(), "eve", "guess", NOW));
        }
        assertThatThrownBy(() -> access.login(own(), "eve", "secret", NOW + 1))
                .isInstanceOfSatisfying(ApiException.class, e -> {
                    assertThat(e.status()).isEqualTo(429);
                    assertThat(e.retryAfterSeconds()).isEqualTo(10);
                })
                .hasMessageContaining("try again in 10 s");
        ApiRequest other = request("192.0.2.2", Map.of(Access.GUARD, "1"));
        assertThat(access.login(other, "anna", "secret", NOW + 1)).startsWith(LocalAccess.COOKIE);
        refuses(401, () -> access.login(own(), "eve", "guess", NOW + 10_000));
        refuses(429, () -> access.login(own(), "eve", "secret", NOW + 19_999));
        assertThat(access.login(own(), "eve", "secret", NOW + 20_000)).startsWith(LocalAccess.COOKIE);
        assertThat(access.wrongTokens()).isEqualTo(WrongTokens.TRIES + 1);
        assertThat(access.tokensRefused()).isEqualTo(2);
    }

    @Test
    void forgedCookieIsIgnored() {
        String cookie = TOKEN.login(own(), "anna", "secret", NOW).replaceFirst(";.*", "");
        for (int at = "weir-session=".length(); at < cookie.length(); at++) {
            char other = cookie.charAt(at) == 'A' ? 'B' : 'A';
            String forged = cookie.substring(0, at) + other + cookie.substring(at + 1);
            assertThat(TOKEN.who(own("cookie", forged), NOW).may()).as(forged).isEqualTo("login");
        }
        LocalAccess otherToken = new LocalAccess(Optional.empty(), Optional.of("other"), EVERYWHERE, false, "otto");
        assertThat(otherToken.who(own("cookie", cookie), NOW).may()).isEqualTo("login");
    }

    @Test
    void proxyHeaderNamesTheUser() {
        assertThat(PROXY.commander(own("x-user", "anna"), Optional.of("otto"), NOW)
                        .name())
                .isEqualTo("anna");
        refuses(403, () -> PROXY.commander(own(), Optional.of("otto"), NOW));
    }

    @Test
    void foreignPageCannotSendCommands() {
        refuses(403, () -> LOCAL.commander(request(Map.of()), Optional.empty(), NOW));
        refuses(403, () -> LOCAL.commander(own("sec-fetch-site", "cross-site"), Optional.empty(), NOW));
        assertThat(LOCAL.commander(own("sec-fetch-site", "same-origin"), Optional.empty(), NOW)
                        .name())
                .isEqualTo("otto");
    }

    @Test
    void foreignHostNameIsNotThisHost() {
        assertThat(LOCAL.isForThisHost(own("host", "evil.example:8080"))).isFalse();
        assertThat(LOCAL.isForThisHost(own("host", "127.0.0.1:1"))).isTrue();
        assertThat(PROXY.isForThisHost(own("host", "weir.farm"))).isTrue();
        assertThat(TOKEN.isForThisHost(own("host", "weir.farm"))).isTrue();
    }

    private static void refuses(int status, Runnable what) {
        assertThatThrownBy(what::run).isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status())
                .isEqualTo(status));
    }

    private static ApiRequest own(String... headers) {
        Map<String, String> all = new HashMap<>(Map.of(Access.GUARD, "1"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return request(all);
    }

    private static ApiRequest request(Map<String, String> headers) {
        return request("192.0.2.1", headers);
    }

    private static ApiRequest request(String source, Map<String, String> headers) {
        return new ApiRequest("POST", "/api/alarms/command", source, Map.of(), headers, "");
    }
}
