package io.weir.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OidcConfigTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path directory = Path.of("");

    @Test
    void onlyAddressesClientAndGroupsAreNecessary() throws Exception {
        OidcConfig config = read("""
                issuer: https://sso.example.org/realms/farm
                client-id: weir
                client-secret-file: %s
                public-url: https://weir.example.org:8443/farm/
                scopes: [groups]
                view: [all]
                """.formatted(secret(SECRET)));
        assertThat(config.callback()).hasToString("https://weir.example.org:8443/farm/api/sign-in/callback");
        assertThat(config.authority()).isEqualTo("weir.example.org:8443");
        assertThat(config.scopes()).containsExactly("openid", "groups");
        assertThat(config.session()).isEqualTo(Duration.ofHours(12));
        assertThat(config.toString()).doesNotContain(SECRET);
    }

    @Test
    void withoutKeysThereIsNoSignIn() {
        Optional<OidcConfig> config =
                YamlSource.text("settings", "").read(in -> OidcConfig.read(in, false, Optional.of(" ")));
        assertThat(config).isEmpty();
    }

    @Test
    void allMistakesAreReportedAtOnce() throws Exception {
        assertThatThrownBy(() -> read("""
                issuer: http://sso.example.org/realms/farm
                client-secret-file: %s
                public-url: weir.example.org
                session: 10s
                operate: {shift: /tpc}
                unknown: 1
                """.formatted(secret("short"))))
                .hasMessageContaining("issuer: \"http://sso.example.org/realms/farm\" is not encrypted")
                .hasMessageContaining("client-id: is missing")
                .hasMessageContaining("client-secret-file: has a secret of fewer than 32 characters")
                .hasMessageContaining("public-url: \"weir.example.org\" is not an address")
                .hasMessageContaining("session")
                .hasMessageContaining("\"/tpc\" has an empty segment")
                .hasMessageContaining("unknown");
        assertThatThrownBy(() -> read("issuer: https://a.example?x=1"))
                .hasMessageContaining("has more than a host and a path")
                .hasMessageContaining("view: names no group")
                .hasMessageContaining("client-secret-file: is missing");
    }

    @Test
    void anEmptySecretIsMissing() throws Exception {
        for (String variable : List.of("", " ", "\n")) {
            assertThatThrownBy(() -> YamlSource.text("settings", """
                                    issuer: https://sso.example.org
                                    client-id: weir
                                    public-url: https://weir.example.org
                                    view: [users]
                                    """)
                            .read(in -> OidcConfig.read(in, true, Optional.of(variable))))
                    .hasMessageContaining("client-secret-file: is missing");
        }
        assertThatThrownBy(() -> read("client-secret-file: " + secret(" ")))
                .hasMessageContaining("client-secret-file")
                .hasMessageContaining("is empty");
    }

    /** An empty section, or a secret alone, is an incomplete configuration of sign-in. */
    @Test
    void aSignInThatIsBegunMustBeComplete() {
        for (String yaml : List.of("", "{}")) {
            assertThatThrownBy(() -> read(yaml)).hasMessageContaining("issuer: is missing");
        }
        assertThatThrownBy(() ->
                        YamlSource.text("settings", "").read(in -> OidcConfig.read(in, false, Optional.of(SECRET))))
                .hasMessageContaining("issuer: is missing")
                .hasMessageContaining("view: names no group");
        assertThatThrownBy(() -> read("view: []\noperate: {}")).hasMessageContaining("view: names no group");
    }

    @Test
    void theAddressOfThePageIsThatOfBrowsers() {
        assertThatThrownBy(() -> read("public-url: https://weir.example.org:443"))
                .hasMessageContaining("usual port");
        assertThatThrownBy(() -> read("public-url: http://127.0.0.1:80/")).hasMessageContaining("usual port");
        assertThatThrownBy(() -> read("public-url: https://weir.example.org//"))
                .hasMessageContaining("several slashes");
        assertThatThrownBy(() -> read("session: 8d")).hasMessageContaining("session: is longer than 7d");
    }

    @Test
    void tlsNeedsAnIssuerWithHttps() {
        assertThatThrownBy(() -> read("issuer: http://127.0.0.1:8080\ntls: {enabled: true}"))
                .hasMessageContaining("tls: has no effect on an issuer with http");
        assertThatThrownBy(() -> read("issuer: https://sso.example.org\ntls: {ca: none.pem}"))
                .hasMessageContaining("tls.ca: ")
                .hasMessageContaining("none.pem");
    }

    @Test
    void aSubtreeContainsTheAlarmsBelowIt() {
        assertThat(Subtree.parse("*/TPC").contains("cpu-high/TPC")).isTrue();
        assertThat(Subtree.parse("*/TPC").contains("cpu-high/TPC/flp1")).isTrue();
        assertThat(Subtree.parse("*").contains("cpu-high/TPC/flp1")).isTrue();
        assertThat(Subtree.parse("cpu-high/TPC").contains("cpu-high/TPC2/flp1")).isFalse();
        assertThat(Subtree.parse("*/TPC").contains("cpu-high")).isFalse();
        assertThat(Subtree.parse("*/TPC").contains("cpu-high/ITS/TPC")).isFalse();
    }

    @Test
    void rightsAreThoseOfAllGroupsTogether() throws Exception {
        Grants grants = read("""
                issuer: https://sso.example.org
                client-id: weir
                client-secret-file: %s
                public-url: http://127.0.0.1:8080
                view: [users]
                operate: {tpc: "*/TPC", its: ["*/ITS", cpu-high/MFT]}
                """.formatted(secret(SECRET))).grants();
        assertThat(grants.mayView(List.of("users"))).isTrue();
        assertThat(grants.mayOperate(List.of("users"))).isFalse();
        assertThat(grants.mayView(List.of("tpc"))).isTrue();
        assertThat(grants.mayView(List.of("other"))).isFalse();
        assertThat(grants.mayCommand(List.of("tpc", "its"), "x/TPC/1")).isTrue();
        assertThat(grants.mayCommand(List.of("tpc", "its"), "cpu-high/MFT/1")).isTrue();
        assertThat(grants.mayCommand(List.of("tpc"), "cpu-high/MFT/1")).isFalse();
        assertThat(grants.mayCommand(List.of("users"), "x/TPC/1")).isFalse();
        assertThat(grants.granting(List.of("z", "users", "tpc", "users"))).containsExactly("tpc", "users");
    }

    private Path secret(String text) throws Exception {
        return Files.writeString(directory.resolve("secret"), text);
    }

    private static OidcConfig read(String yaml) {
        return YamlSource.text("settings", yaml)
                .read(in -> OidcConfig.read(in, true, Optional.empty()))
                .orElseThrow();
    }
}
