package io.weir.standalone;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.TrustedAuthorities;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authorities made by Java's keytool, in settings of a client. */
class AuthorityWatchTest {
    private static final String PASSWORD = "password";

    private static String expired = "";
    private static String future = "";
    private static String valid = "";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Path directory;
    private Instant now = Instant.now();

    AuthorityWatchTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void createAuthorities(@TempDir Path directory) throws Exception {
        expired = authority(directory, "expired", "-2d", 1);
        future = authority(directory, "future", "+2d", 90);
        valid = authority(directory, "valid", "-1d", 91);
    }

    @Test
    void onlyAFileWithoutAValidAuthorityIsRefused() throws Exception {
        Path none = file("none.pem", expired + future);
        assertThatThrownBy(() -> read(none))
                .isInstanceOf(MistakesException.class)
                .message()
                .contains("kafka.tls.ca: ", "has no authority that is valid now: CN=expired expired at ")
                .contains(", CN=future is not valid before ", "; name a file with the renewed authority");

        Path some = file("some.pem", expired + valid);
        assertThat(read(some).due(now))
                .singleElement()
                .asString()
                .startsWith("tls.ca " + some + ": CN=expired expired at ");
    }

    @Test
    void anAuthorityIsDueThirtyDaysBeforeItExpires() throws Exception {
        Path file = file("valid.pem", valid);
        TrustedAuthorities authorities = read(file);
        AuthorityWatch watch = new AuthorityWatch(authorities, () -> now, meters);
        Instant end = now.plus(Duration.ofDays(90));

        now = end.minus(TrustedAuthorities.NOTICE).minus(Duration.ofHours(1));
        assertThat(authorities.due(now)).isEmpty();
        now = end.minus(TrustedAuthorities.NOTICE).plus(Duration.ofHours(1));
        assertThat(authorities.due(now)).singleElement().asString().contains(": CN=valid expires at ");
        watch.look();
        assertThat(meters.get("weir.tls.authorities.due").gauge().value()).isEqualTo(1);
        now = end.plus(Duration.ofHours(1));
        assertThat(authorities.due(now)).singleElement().asString().contains(": CN=valid expired at ");
    }

    @Test
    void theDoctorNamesAnAuthorityThatHasExpired() throws Exception {
        Path file = file("doctor.pem", expired + valid);
        Map<String, String> environment =
                Map.of("WEIR_KAFKA_BOOTSTRAP", "127.0.0.1:" + FreePorts.next(), "WEIR_KAFKA_TLS_CA", file.toString());
        try (WeirProcess doctor = WeirProcess.start(directory, environment, new String[] {"doctor", "--json"})) {
            doctor.awaitExit();
            assertThat(doctor.output())
                    .contains("\"tls.ca " + file + ": CN=expired expired at ")
                    .doesNotContain("CN=valid");
        }
    }

    @Test
    void authoritiesOfClientsAreDueToo() throws Exception {
        Path none = file("none.pem", expired + future);
        assertThatThrownBy(() -> gateway(none))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("tcp.tls.client-ca: ")
                .hasMessageContaining("has no authority that is valid now: CN=expired expired at ");

        Path some = file("some.pem", expired + valid);
        assertThat(gateway(some).authorities().due(now))
                .singleElement()
                .asString()
                .startsWith("tls.client-ca " + some + ": CN=expired expired at ");
    }

    @Test
    void theDoctorReadsTheSettingsOfAService() throws Exception {
        Path file = file("doctor.pem", expired + valid);
        Path settings = file("gateway.yaml", tcp(file));

        CommandRun run = CommandRun.of("doctor", "--json", "--host-only", "--as=gateway", "--config=" + settings);

        assertThat(run.output()).contains("\"tls.client-ca " + file + ": CN=expired expired at ");
    }

    private static TrustedAuthorities read(Path ca) {
        return YamlSource.text("settings.yaml", "kafka: {tls: {ca: " + ca + "}}")
                .read(root -> {
                    KafkaSettings.read(root.section("kafka"));
                    return root.authorities();
                });
    }

    private Settings gateway(Path clientCa) throws Exception {
        return Settings.ofOne(ServiceKinds.GATEWAY, Optional.of(file("gateway.yaml", tcp(clientCa))), Map.of());
    }

    private static String tcp(Path clientCa) {
        return "tcp: {tls: {certificate: c.pem, key: k.pem, client-ca: " + clientCa + "}}";
    }

    private Path file(String name, String pem) throws Exception {
        return Files.writeString(directory.resolve(name), pem);
    }

    private static String authority(Path directory, String name, String start, int days) throws Exception {
        Path store = directory.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "bc=ca:true"));
        command.addAll(List.of("-startdate", start, "-validity", Integer.toString(days)));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        byte[] bytes = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                .getCertificate(name)
                .getEncoded();
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes)
                + "\n-----END CERTIFICATE-----\n";
    }
}
