package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.Health;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The image's health check as a separate program, with only its own module on the class path. */
class HealthCheckTest {

    private record Ended(int code, String said) {}

    @Test
    void needsNoLibraryAndUsesThePortOfTheEnvironment() throws Exception {
        try (MetersServer ready = serving(Health.running());
                MetersServer waiting = serving(Health.waiting("waits for Kafka"))) {
            Ended good = run(Map.of("WEIR_METERS_HOST", "0.0.0.0", "WEIR_METERS_PORT", "" + ready.port()));
            Ended bad = run(Map.of(), "" + ready.port(), "" + waiting.port());

            assertThat(good.said).startsWith(ready.port() + " ready {\"ok\":true");
            assertThat(good.code).isZero();
            assertThat(bad.said)
                    .contains(waiting.port() + " not ready {\"ok\":false")
                    .contains("waits for Kafka");
            assertThat(bad.code).isEqualTo(1);
        }
    }

    @Test
    void reportsSilentServicesAndInvalidPorts() throws Exception {
        int silent = FreePorts.next();

        assertThat(run(Map.of("WEIR_METERS_HOST", "127.0.0.2"), "" + silent))
                .isEqualTo(new Ended(
                        1,
                        "no service answers on 127.0.0.2 at " + silent
                                + ": start a service (weir --help), or name the port"
                                + " of its meters: weir health PORT\n"));
        assertThat(run(Map.of("WEIR_METERS_PORT", "nine")).said).isEqualTo("invalid port: write a number, not nine\n");
        assertThat(run(Map.of("WEIR_METERS_HOST", "no.such.host.invalid"), "" + silent).said)
                .startsWith("WEIR_METERS_HOST: unknown host no.such.host.invalid")
                .doesNotContain("Exception");
    }

    @Test
    void reportsAForeignService() throws Exception {
        try (ServerSocket other = new ServerSocket(0)) {
            Thread answers = new Thread(() -> answer(other, "SSH-2.0\r\n"));
            answers.start();
            Ended ended = run(Map.of(), "" + other.getLocalPort());
            answers.join();

            assertThat(ended)
                    .isEqualTo(new Ended(1, other.getLocalPort() + " is not a service of Weir: it answers SSH-2.0\n"));
        }
    }

    @Test
    void triesTheStandardPortsOfAllServices() {
        assertThat(ServiceKinds.ALL)
                .extracting(ServiceKind::metersPort)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(HealthCheck.FIRST_PORT, HealthCheck.LAST_PORT)
                                .boxed()
                                .toList());
    }

    private static void answer(ServerSocket server, String text) {
        try (Socket socket = server.accept()) {
            socket.getInputStream().read();
            socket.getOutputStream().write(text.getBytes(UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MetersServer serving(Health health) {
        return MetersServer.start(
                new HttpSettings("127.0.0.1", 0), JvmMeters.registry(), List.of(new HealthCommandTest.Some(health)));
    }

    private static Ended run(Map<String, String> environment, String... ports)
            throws IOException, InterruptedException, URISyntaxException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of(HealthCheck.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString(),
                HealthCheck.class.getName()));
        command.addAll(List.of(ports));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), said);
    }
}
