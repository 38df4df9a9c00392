package io.weir.gateway.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.MosquittoServer;
import io.weir.gateway.testing.OpenedInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.eclipse.tahu.message.model.MetricDataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of a real mosquitto, with payloads of Eclipse Tahu. */
class SparkplugInputTest {
    private static final long T = 1_790_000_000_000L;

    private static Path folder;
    private static MosquittoServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        folder = directory;
        server = MosquittoServer.start(directory.resolve("mosquitto"), FreePort.next());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aNodeIsAskedForItsBirthAndEndsByItsWill(String version) throws Exception {
        String group = "g" + version.length();
        try (OpenedInput input = open("groups: [" + group + "], version: " + version)) {
            OneInput.await("subscriptions", () -> server.subscriptions("spBv1.0/" + group + "/DDEATH/+/+") > 0);
            Process node = node(group);
            try (BufferedReader received = node.inputReader()) {
                OneInput.await("the node", () -> server.subscriptions("spBv1.0/" + group + "/NCMD/n") > 0);
                publish(
                        group,
                        "NDATA/n",
                        new Tahu(4, T).alias(1, MetricDataType.Int32, 1).data());
                byte[] command = HexFormat.of().parseHex(received.readLine());
                assertThat(Tahu.read(command).getMetrics())
                        .singleElement()
                        .satisfies(metric -> assertThat(metric.getName()).isEqualTo("Node Control/Rebirth"));
                publish(
                        group,
                        "NBIRTH/n",
                        new Tahu(0, T)
                                .session(3)
                                .metric("a", 1, MetricDataType.Int32, 1)
                                .birth());
                publish(
                        group,
                        "NDATA/n",
                        new Tahu(1, T + 1).alias(1, MetricDataType.Int32, 2).data());
                publish(
                        group,
                        "NDATA/other",
                        new Tahu(1, T).metric("a", MetricDataType.Int32, 3).birth());
                publish(
                        "other",
                        "NDATA/n",
                        new Tahu(1, T).metric("a", MetricDataType.Int32, 4).birth());
                input.await(4);
            } finally {
                node.destroyForcibly();
            }
            String series = "m,group=" + group + ",node=n ";
            OneInput.await("the end", () -> input.has(series + "weir:end=true \\d{19}"));
            assertThat(input.lines())
                    .contains(
                            series + "a=1i " + T + "000000",
                            series + "a=2i " + (T + 1) + "000000",
                            "m,group=" + group + ",node=other a=3i " + T + "000000")
                    .hasSize(4);
            assertThat(input.refused())
                    .containsExactly("sparkplug-unknown-metric: spBv1.0/" + group + "/NDATA/n alias 1 ");
        }
    }

    /** A client with the death of session 3 as its will, which prints the commands to it. */
    private static Process node(String group) throws IOException {
        String death = "\u0012\u0009\n\u0005bdSeqX\u0003";
        return new ProcessBuilder(
                        Daemon.find("mosquitto_sub", "mosquitto-clients").toString(),
                        "-p",
                        Integer.toString(server.port()),
                        "-t",
                        "spBv1.0/" + group + "/NCMD/n",
                        "-F",
                        "%x",
                        "--will-topic",
                        "spBv1.0/" + group + "/NDEATH/n",
                        "--will-qos",
                        "1",
                        "--will-payload",
                        death)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void publish(String group, String topic, byte[] payload) throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("payload"), payload);
        server.publish("spBv1.0/" + group + "/" + topic, file);
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> OpenedInput.open("sparkplug: {enabled: true, groups: [a/b, '+', ''], version: 4,"
                        + " share: s, consumers: 2, message-bytes: 1}"))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "must be a level of a topic, was \"a/b\"",
                                "must be a level of a topic, was \"+\"",
                                "must be a level of a topic, was \"\"",
                                "version",
                                "share",
                                "consumers",
                                "message-bytes"));
    }

    private static OpenedInput open(String more) {
        return OpenedInput.open("sparkplug: {enabled: true, measurement: m, brokers: ['127.0.0.1:" + server.port()
                + "'], " + more + "}");
    }
}
