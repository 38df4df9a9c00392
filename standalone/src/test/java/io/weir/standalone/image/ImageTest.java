package io.weir.standalone.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.meter.MeterSample;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;

/** A container of the image alone, without a Kafka. */
class ImageTest {
    private static final int PORT = 9500;
    private static final int ENDED_BY_SIGTERM = 143;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void needsTheImage() {
        WeirImage.require();
    }

    @Test
    void runsWithoutRightsHasHealthAndEndsOnSigterm() throws Exception {
        try (GenericContainer<?> gateway =
                WeirImage.service("gateway", PORT, Map.of("WEIR_METERS_PORT", Integer.toString(PORT)))) {
            gateway.start();

            assertThat(get(gateway, "/health/ready").statusCode()).isEqualTo(503);
            ExecResult asked = gateway.execInContainer(WeirImage.healthCheck());
            assertThat(asked.getStdout()).contains(PORT + " not ready ");
            assertThat(asked.getExitCode()).isEqualTo(1);
            assertThat(heap(gateway)).isBetween(0.5 * WeirImage.memory(), 0.6 * WeirImage.memory());

            stop(gateway);
            assertThat(gateway.getCurrentContainerInfo().getState().getExitCodeLong())
                    .isEqualTo(ENDED_BY_SIGTERM);
        }
    }

    @Test
    void carriesWhatItIsMadeOf() throws IOException {
        try (GenericContainer<?> command = WeirImage.command("--version")) {
            command.start();
            assertThat(text(command, "/opt/weir/legal/bom.json")).contains("CycloneDX", "kafka-clients");
            assertThat(text(command, "/opt/weir/legal/third-party.txt")).contains("Apache-2.0", "kafka-clients");
            assertThat(text(command, "/opt/weir/legal/LICENSE")).contains("Apache License");
        }
    }

    private static String text(GenericContainer<?> container, String path) {
        return container.copyFileFromContainer(
                path, stream -> new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }

    /** The maximum size of the heap. */
    private double heap(GenericContainer<?> container) throws IOException, InterruptedException {
        return MeterSample.all(get(container, "/metrics").body(), "jvm_memory_max_bytes")
                .filter(sample -> "heap".equals(sample.labels().get("area")))
                .mapToDouble(MeterSample::value)
                .filter(bytes -> bytes > 0)
                .sum();
    }

    private HttpResponse<String> get(GenericContainer<?> container, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://" + container.getHost() + ":" + container.getMappedPort(PORT) + path);
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    /** Stops it by SIGTERM, or kills it after 10 s. */
    private static void stop(GenericContainer<?> container) {
        DockerClientFactory.instance()
                .client()
                .stopContainerCmd(container.getContainerId())
                .withTimeout(10)
                .exec();
    }
}
