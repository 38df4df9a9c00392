package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.testing.Identity;
import io.weir.writer.testing.FreePorts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log contains no secret, also at its finest level. */
@Tag("long")
class UpSecretsTest {
    private static final String PASSWORD = "it's \"odd\"; \\ and long";

    /**
     * All services in one process, with a secret wherever one is possible, and no server that
     * accepts it. The dashboard has either a token or a sign-in.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noSecretIsPrinted(boolean hasSignIn, @TempDir Path directory) throws Exception {
        Identity server = new Identity(directory, "kafka");
        try (SecuredBroker broker = new SecuredBroker(directory.resolve("kafka"), server, server)) {
            broker.addUsers(List.of("weir"), PASSWORD);
            assertNoSecretIsPrinted(broker, hasSignIn, directory);
        }
    }

    private static void assertNoSecretIsPrinted(SecuredBroker broker, boolean hasSignIn, Path directory)
            throws Exception {
        assertThat(Weir.commandLine().execute("acls", "--apply", "--user=weir", "--bootstrap=" + broker.open()))
                .isZero();
        Map<String, String> secrets = Map.ofEntries(
                Map.entry(KafkaSettings.PASSWORD, PASSWORD),
                Map.entry("WEIR_STORE_TOKEN", "secret-of-the-store"),
                Map.entry("WEIR_HTTP_TOKEN", "secret-of-the-input"),
                Map.entry("WEIR_AMQP_PASSWORD", "secret-of-the-broker"),
                Map.entry("WEIR_STOMP_PASSWORD", "secret-of-the-stomp-broker"),
                Map.entry("WEIR_MQTT_PASSWORD", "secret-of-the-mqtt-broker"),
                Map.entry("WEIR_METERS_TOKEN", "secret-of-the-meters"),
                hasSignIn
                        ? Map.entry("WEIR_OIDC_CLIENT_SECRET", "secret-of-the-sign-in-to-the-dashboard")
                        : Map.entry("WEIR_DASHBOARD_TOKEN", "secret-of-the-page"),
                Map.entry("WEIR_ALERTMANAGER_AUTHORIZATION", "Bearer secret-of-the-alertmanager"),
                Map.entry("WEIR_WEBHOOK_SECRET", "secret-of-the-webhook"));
        HttpServer refusing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        refusing.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(401, -1);
            }
        });
        refusing.start();
        String there = "127.0.0.1:" + refusing.getAddress().getPort();
        Path installation = Files.createDirectory(directory.resolve("up"));
        UpInstallation up = new UpInstallation(
                installation, "--bootstrap=" + broker.passwords(), "--store=influxdb2://" + there + "/b?org=o");
        secrets.forEach(up::with);
        if (hasSignIn) {
            up.with("WEIR_DASHBOARD_OIDC_ISSUER", "http://" + there)
                    .with("WEIR_DASHBOARD_OIDC_CLIENT_ID", "weir")
                    .with("WEIR_DASHBOARD_OIDC_PUBLIC_URL", "http://127.0.0.1:8080")
                    .with("WEIR_DASHBOARD_OIDC_VIEW", "all");
        }
        up.with("WEIR_KAFKA_USER", "weir")
                .with("WEIR_LOG_LEVEL", "TRACE")
                .with("WEIR_GATEWAY_HTTP_ENABLED", "true")
                .with("WEIR_GATEWAY_HTTP_PORT", Integer.toString(FreePorts.next()))
                .with("WEIR_NOTIFIER_ALERTMANAGER_URLS", "http://" + there)
                .with("WEIR_NOTIFIER_WEBHOOK_URL", "http://" + there + "/hook")
                .with("WEIR_PHOEBUS_ENABLED", "true");

        try (WeirProcess process = up.launch()) {
            process.awaitOutput("alarming state=RUNNING");
            up.send("cpu,detector=TPC,hostname=secrets value=97.3");
            process.awaitOutput("WEIR_STORE_TOKEN");
            process.terminate();
            process.awaitExit();

            assertThat(process.output()).doesNotContain(secrets.values()).doesNotContain("secret-of", "and long");
        } finally {
            refusing.stop(0);
        }
    }
}
