package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.tls.Pem;
import io.weir.contract.yaml.MistakesException;
import io.weir.dashboard.DashboardService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard by HTTPS; its Kafka is not there. */
class DashboardTlsTest {

    @Test
    void thePageIsServedByHttpsAndTheSessionKeptToIt(@TempDir Path directory) throws Exception {
        PemIdentity identity = PemIdentity.make(directory, "page");
        Path token = Files.writeString(directory.resolve("token"), "open sesame\n");
        ServiceKind kind = kind();
        Settings settings = Settings.ofOne(
                kind,
                Optional.empty(),
                Map.of(
                        "WEIR_KAFKA_BOOTSTRAP", "127.0.0.1:" + FreePorts.next(),
                        "WEIR_DASHBOARD_PORT", "0",
                        "WEIR_DASHBOARD_TOKEN_FILE", token.toString(),
                        "WEIR_DASHBOARD_TLS_CERTIFICATE", identity.certificate().toString(),
                        "WEIR_DASHBOARD_TLS_KEY", identity.key().toString()));

        try (DashboardService dashboard = (DashboardService) settings.services()
                .values()
                .iterator()
                .next()
                .apply(Surroundings.alone(settings.kafka(), new SimpleMeterRegistry(), List::of))) {
            dashboard.start();
            HttpClient browser =
                    HttpClient.newBuilder().sslContext(trusting(identity)).build();

            assertThat(dashboard.url()).startsWith("https://127.0.0.1:");
            assertThat(browser.send(
                                    HttpRequest.newBuilder(URI.create(dashboard.url() + "/"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("<title>");
            HttpResponse<String> login = browser.send(
                    HttpRequest.newBuilder(URI.create(dashboard.url() + "/api/login"))
                            .header("X-Weir", "1")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"user\":\"anna\",\"token\":\"open sesame\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(login.headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).endsWith("; Secure"));
        }
    }

    @Test
    void filesThatAreMixedUpAreAMistake(@TempDir Path directory) {
        PemIdentity one = PemIdentity.make(directory, "one");

        assertThatThrownBy(() -> Settings.ofOne(
                        kind(),
                        Optional.empty(),
                        Map.of(
                                "WEIR_DASHBOARD_TLS_CERTIFICATE", one.key().toString(),
                                "WEIR_DASHBOARD_TLS_KEY", one.certificate().toString())))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("has no certificate in it")
                .hasMessageContaining("has no key that is understood");
    }

    private static SSLContext trusting(PemIdentity identity) throws Exception {
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry(
                "page",
                Pem.certificates(Files.readString(identity.certificate())).get(0));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static ServiceKind kind() {
        return ServiceKinds.ALL.stream()
                .filter(each -> each.name().equals("dashboard"))
                .findAny()
                .orElseThrow();
    }
}
