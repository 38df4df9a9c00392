package io.weir.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import io.weir.dashboard.http.Embedders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardConfigTest {
    @Test
    void hostIsKnownAtLeastAsLongAsItsSeries() {
        assertThat(read("host-expiry: 15m").hostExpiry()).isEqualTo(Duration.ofMinutes(15));
        assertThatThrownBy(() -> read("host-expiry: 14m"))
                .hasMessageContaining("host-expiry")
                .hasMessageContaining("shorter than series-expiry");
        assertThatThrownBy(() -> read("series-expiry: 31d")).hasMessageContaining("series-expiry");
    }

    @Test
    void documentedSignInIsValidAndExcludesOtherWays(@TempDir Path directory) throws IOException {
        String example = Files.readString(Path.of("..", "docs", "examples", "sign-in.yaml"));
        assertThat(Files.readString(Path.of("..", "docs", "sign-in.md"))).contains("```yaml\n" + example + "```");
        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef0123456789abcdef");
        String section = example.substring(example.indexOf("  oidc:"))
                .indent(-2)
                .replace("/run/secrets/weir-oidc", secret.toString());

        assertThat(read(section).oidc()).isPresent();
        assertThatThrownBy(() -> read(section + "user-header: X-Forwarded-User"))
                .hasMessageContaining("oidc: is set beside user-header");
        assertThatThrownBy(() ->
                        read(section.replace("https://weir.example.org", "http://localhost:8080") + "host: 0.0.0.0"))
                .hasMessageContaining("host: lets others reach the page without encryption");
        assertThatThrownBy(() -> read("oidc:")).hasMessageContaining("issuer: is missing");
        assertThatThrownBy(() -> read("oidc: {}")).hasMessageContaining("issuer: is missing");
        assertThatThrownBy(() -> read(section + "token-file: " + secret)).hasMessageContaining("is set beside a token");
    }

    @Test
    void originsThatMayEmbedThePageAreRead() {
        assertThat(read("port: 0").embedders()).isEqualTo(Embedders.NONE);
        assertThat(read("frame-ancestors: https://Grafana.example.org")
                        .embedders()
                        .origins())
                .containsExactly("https://grafana.example.org");
        assertThat(read("frame-ancestors: ['http://10.0.0.5:3000', 'https://a-b.example.org']")
                        .embedders()
                        .origins())
                .containsExactly("http://10.0.0.5:3000", "https://a-b.example.org");
    }

    @Test
    void everyWrongOriginIsRefusedWithARemedy() {
        Map<String, String> wrong = Map.ofEntries(
                Map.entry("*", "must begin with https:// or http://; write an origin, such as"),
                Map.entry("'self'", "must begin with https:// or http://"),
                Map.entry("grafana.example.org", "must begin with https:// or http://"),
                Map.entry("ftp://a.org", "must begin with https:// or http://"),
                Map.entry("https:", "is not an origin"),
                Map.entry("https://", "is not an origin"),
                Map.entry("https://*.example.org", "has no valid host name; write an origin, such as"),
                Map.entry("https://a_b.example.org", "has no valid host name"),
                Map.entry("https://a.org/", "has more than scheme, host and port; write https://a.org"),
                Map.entry(
                        "https://a.org:8443/d/1?x=1", "has more than scheme, host and port; write https://a.org:8443"),
                Map.entry("https://me@a.org", "has more than scheme, host and port; write https://a.org"),
                Map.entry("https://a.org#b", "has more than scheme, host and port; write https://a.org"),
                Map.entry("https://a.org; script-src *", "is not an origin"),
                Map.entry("https://a.org https://b.org", "is not an origin"),
                Map.entry("https://a.org:", "has more than scheme, host and port; write https://a.org"),
                Map.entry("https://a.org:0", "has a port that does not exist; use a port from 1 to 65535"),
                Map.entry("https://a.org:65536", "has a port that does not exist"),
                Map.entry("http://[::1]:3000", "has an IPv6 address, which browsers do not compare; use the name"));
        wrong.forEach((origin, message) -> {
            String yaml = "frame-ancestors: \"" + origin + "\"";
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> read(yaml))
                        .hasMessageContaining("frame-ancestors: \"" + origin + "\" " + message);
            }
        });
        assertThatThrownBy(() -> read("frame-ancestors: ['*', 'https://a.org', 'b.org']"))
                .hasMessageContaining("frame-ancestors[0]: \"*\"")
                .hasMessageContaining("frame-ancestors[2]: \"b.org\"");
        assertThatThrownBy(() -> read("frame-ancestors: []")).hasMessageContaining("must name at least one");
        String many = "https://a.org, ".repeat(200);
        assertThatThrownBy(() -> read("frame-ancestors: [" + many + "]"))
                .hasMessageContaining("has origins of 2600 characters; the limit is 2000; remove some");
    }

    private static DashboardConfig read(String yaml) {
        return YamlSource.text("settings", yaml).read(DashboardConfig::read);
    }
}
