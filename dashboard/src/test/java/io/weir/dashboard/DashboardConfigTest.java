package io.weir.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    private static DashboardConfig read(String yaml) {
        return YamlSource.text("settings", yaml).read(DashboardConfig::read);
    }
}
