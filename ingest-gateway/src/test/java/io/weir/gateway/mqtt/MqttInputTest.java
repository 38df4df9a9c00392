package io.weir.gateway.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.MosquittoServer;
import io.weir.gateway.testing.OpenedInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of a real mosquitto, from a real mosquitto_pub. */
class MqttInputTest {
    private static final String OF_NOW = "\\d{19}";
    private static final String TIMESTAMP = "timestamp";

    private static Path folder;
    private static Identity identity;
    private static int tlsPort;
    private static int tests;
    private static MosquittoServer server;

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private String name = "";

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        folder = directory;
        identity = new Identity(folder, "server");
        tlsPort = FreePort.next();
        Path passwords = Files.writeString(folder.resolve("passwords"), "weir:secret\n");
        String program = Daemon.find("mosquitto_passwd", "mosquitto").toString();
        assertThat(new ProcessBuilder(program, "-U", passwords.toString())
                        .start()
                        .waitFor())
                .isZero();
        server = MosquittoServer.start(
                folder.resolve("mosquitto"),
                FreePort.next(),
                "listener " + tlsPort + " 127.0.0.1",
                "certfile " + identity.certificate(),
                "keyfile " + identity.key(),
                "allow_anonymous false",
                "password_file " + passwords);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** Each test has its own input and topics, because all tests have one broker. */
    @BeforeEach
    void listen() {
        name = "test-" + ++tests;
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void levelsOfTopicsBecomeTags(String version) throws Exception {
        try (OpenedInput input = open("{host}/+/{rack}", "version: " + version)) {
            publish("a/x/r 1", "cpu,z=1 v=1 1\nmem v=2 2");
            publish("a/x/r=2", "cpu v=\"a\nb\" 3\ncpu v=\ncpu,host=b v=4 4", "-V", "mqttv" + version.replace(".", ""));
            await(input, 5);
            assertThat(input.lines())
                    .containsExactlyInAnyOrder(
                            "cpu,host=a,rack=r\\ 1,z=1 v=1 1",
                            "mem,host=a,rack=r\\ 1 v=2 2",
                            "cpu,host=a,rack=r\\=2 v=\"a\nb\" 3");
            assertThat(input.refused())
                    .containsExactlyInAnyOrder(
                            "missing-field-value: cpu v=", "duplicate-tag: cpu,host=b,host=a,rack=r\\=2 v=4 4");
        }
        assertThat(logged.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void messagesWaitWhileTheGatewayIsAway(String version) throws Exception {
        open("#", "version: " + version).close();
        for (int i = 0; i < 20; i++) {
            publish("x", "cpu v=" + i + " " + i);
        }
        OpenedInput unsafe = openUnsafe("#", "version: " + version);
        OneInput.await("messages", () -> unsafe.counts().lines.sum() > 0);
        unsafe.close();
        server.stopAndRestart();
        try (OpenedInput input = open("#", "version: " + version)) {
            OneInput.await("all", () -> input.lines().size() == 20);
            assertThat(input.lines()).doesNotHaveDuplicates();
            assertThat(input.counts().warnings.of("mqtt-session-lost")).isZero();
        }
        try (OpenedInput input = open("#", "version: " + version)) {
            publish("x", "cpu v=1 99");
            OneInput.await("the last", () -> input.lines().size() == 1);
            assertThat(input.lines()).containsExactly("cpu v=1 99");
        }
    }

    @Test
    void aLineWithoutATimeGetsThatOfItsMessageOrOfItsReceipt() throws Exception {
        try (OpenedInput input = open("+", "keep-alive: 10s")) {
            String[] options = {"-D", "publish", "user-property", TIMESTAMP, "1790000000"};
            publish("x", "cpu,n=1 v=1\ncpu,n=2 v=1 17", options);
            options[4] = "1790000000123456789";
            publish("x", "cpu,n=3 v=1", options);
            options[4] = "yesterday";
            publish("x", "cpu,n=4 v=1\ncpu,n=5 v=1 18", options);
            publish("x", "cpu,n=6 v=1");
            await(input, 6);
            assertThat(input.lines().stream().sorted())
                    .satisfiesExactly(
                            line -> assertThat(line).matches("cpu,n=1 v=1 1790000000\\d{9}"),
                            line -> assertThat(line).isEqualTo("cpu,n=2 v=1 17"),
                            line -> assertThat(line).isEqualTo("cpu,n=3 v=1 1790000000123456789"),
                            line -> assertThat(line).isEqualTo("cpu,n=5 v=1 18"),
                            line -> assertThat(line).matches("cpu,n=6 v=1 " + OF_NOW));
            long now = System.currentTimeMillis();
            assertThat(stamp(input.lines(), "cpu,n=6") / 1_000_000).isBetween(now - 60_000, now);
            assertThat(input.refused()).containsExactly("missing-timestamp: cpu,n=4 v=1");
        }
    }

    private static long stamp(List<String> lines, String series) {
        String line = lines.stream()
                .filter(each -> each.startsWith(series))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }

    @Test
    void recordsOfJsonGetTheTags() throws Exception {
        String mapping = "format: json, mapping: {measurement: climate, timestamp: /t}";
        try (OpenedInput input = open("{room}", mapping)) {
            publish("hall", "[{\"t\": 1790000001, \"c\": 21.5}, {\"t\": \"x\", \"c\": 1}]");
            await(input, 2);
            assertThat(input.lines()).containsExactly("climate,room=hall c=21.5 1790000001000000000");
            assertThat(input.refused()).containsExactly("invalid-timestamp: {\"t\": \"x\", \"c\": 1}");
        }
    }

    @Test
    void aTopicMayNameTheSeriesOfANumber() throws Exception {
        try (OpenedInput input = open("{measurement}/{host}/{field}", "format: value")) {
            publish("power/pdu1/l1", " 230.5\n");
            publish("power/pdu1/l2", "on");
            publish("power/pdu1/l3", "");
            publish("power//l1", "1");
            await(input, 3);
            assertThat(input.has("power,host=pdu1 l1=230.5 " + OF_NOW)).isTrue();
            assertThat(input.refused())
                    .containsExactlyInAnyOrder(
                            "invalid-number: power,host=pdu1 l2=on", "mqtt-bad-topic: " + name + "/power//l1 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void retainedMessagesAreIgnoredUnlessAsked(String version) throws Exception {
        publish("x", "cpu v=1 1", "-r");
        try (OpenedInput input = open("#", "version: " + version)) {
            publish("x", "cpu v=2 2", "-r");
            OneInput.await("the new one", () -> input.lines().size() == 1);
            assertThat(input.lines()).containsExactly("cpu v=2 2");
        }
        // A subscription that exists gets none again in MQTT 5.
        try (OpenedInput input = openUnsubscribed(name + "-retained", "#", "retained: true, version: " + version)) {
            OneInput.await("the retained one", () -> input.lines().size() == 1);
            assertThat(input.lines()).containsExactly("cpu v=2 2");
        }
    }

    @Test
    void consumersShareTheMessages() throws Exception {
        try (OpenedInput input = open("#", "share: " + name + ", consumers: 2")) {
            OneInput.await("two", () -> server.subscriptions("$share/" + name + "/" + name + "/#") == 2);
            for (int i = 0; i < 20; i++) {
                publish("x", "cpu v=1 " + i);
            }
            OneInput.await("all", () -> input.lines().size() == 20);
            assertThat(input.lines()).doesNotHaveDuplicates();
        }
        assertThat(logged.messages()).isEmpty();
    }

    /** The session of the broker still has the subscription without a group. */
    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void messagesArriveOnceAfterShareWasAdded(String version) throws Exception {
        open("#", "version: " + version).close();
        publish("x", "cpu v=0 0");
        try (OpenedInput input = open("#", "share: " + name + ", version: " + version)) {
            OneInput.await("the end of the other", () -> server.subscriptions(name + "/#") == 2);
            for (int i = 1; i < 20; i++) {
                publish("x", "cpu v=" + i + " " + i);
            }
            OneInput.await("the last", () -> input.has("cpu v=19 19"));
            assertThat(input.lines()).hasSize(20).doesNotHaveDuplicates();
        }
        assertThat(logged.messages()).isEmpty();
    }

    @Test
    void aConsumerHoldsNoMoreThanTheReceiveMaximum() throws Exception {
        try (OpenedInput input = openUnsafe("#", "receive-maximum: 7")) {
            for (int i = 0; i < 20; i++) {
                publish("x", "cpu v=1 " + i);
            }
            OneInput.await("seven", () -> input.counts().lines.sum() == 7);
            input.acknowledging();
            OneInput.await("all", () -> input.lines().size() == 20);
            assertThat(input.lines()).doesNotHaveDuplicates();
        }
    }

    @Test
    void messagesOfQualityZeroAreConsumed() throws Exception {
        try (OpenedInput input = open("#", "qos: 0")) {
            for (int i = 0; i < 20; i++) {
                publish("x", "cpu v=1 " + i, "-q", "0");
            }
            OneInput.await("all", () -> input.lines().size() == 20);
        }
    }

    @Test
    void aMessageThatIsTooLongCostsNoNeighbour() throws Exception {
        try (OpenedInput input = open("#", "message-bytes: 1024")) {
            publish("x", "cpu v=\"" + "x".repeat(2_000) + "\"");
            publish("x", "cpu v=1 1");
            await(input, 2);
            assertThat(input.lines()).containsExactly("cpu v=1 1");
            assertThat(input.refused().get(0)).startsWith("message-too-long: cpu v=\"xxx");
        }
    }

    /** The broker's session keeps the subscription to a topic that was removed from the settings. */
    @Test
    void aTopicThatWasRemovedIsRefusedByName() throws Exception {
        open("old", "qos: 1").close();
        try (OpenedInput input = open("new", "qos: 1")) {
            publish("old", "cpu v=1 1");
            publish("new", "cpu v=2 2");
            await(input, 2);
            assertThat(input.lines()).containsExactly("cpu v=2 2");
            assertThat(input.refused()).containsExactly("mqtt-unexpected-topic: " + name + "/old cpu v=1 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void tlsChecksTheBrokerAndTheBrokerItsUser(String version) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "wrong\n");
        String tls = "version: " + version + ", brokers: ['127.0.0.1:1', '127.0.0.1:" + tlsPort + "'], user: weir,"
                + " password-file: " + password;
        String trusted = tls + ", tls: {ca: " + identity.certificate() + "}";
        try (OpenedInput input = openUnsubscribed(name, "x", tls + ", tls: {enabled: true}")) {
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            assertThat(lastLogged()).contains("cannot consume", "certification path");
            assertThat(input.counts().lines.sum()).isZero();
        }
        try (OpenedInput input =
                openUnsubscribed(name, "x", trusted.replace("127.0.0.1:" + tlsPort, "localhost:" + tlsPort))) {
            OneInput.await("a warning", () -> logged.messages().size() > 1);
            assertThat(lastLogged()).contains("No name matching localhost");
            assertThat(input.counts().lines.sum()).isZero();
        }
        try (OpenedInput input = openUnsubscribed(name, "x", trusted)) {
            OneInput.await("a warning", () -> logged.messages().size() > 2);
            assertThat(lastLogged())
                    .contains("the broker refuses the connection")
                    .doesNotContain("wrong");
            assertThat(input.counts().lines.sum()).isZero();
        }
        Files.writeString(password, "secret\n");
        try (OpenedInput input = open("x", trusted)) {
            publish("x", "cpu v=1 1");
            OneInput.await("the line", () -> input.lines().size() == 1);
        }
    }

    private String lastLogged() {
        return logged.messages().get(logged.messages().size() - 1);
    }

    @Test
    void survivesAKillOfTheBroker() throws Exception {
        try (OpenedInput input = open("#", "share: " + name + ", consumers: 2")) {
            String filter = "$share/" + name + "/" + name + "/#";
            OneInput.await("two", () -> server.subscriptions(filter) == 2);
            server.kill();
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            server.restart();
            OneInput.await("two again", () -> server.subscriptions(filter) >= 4);
            publish("x", "cpu v=1 1");
            OneInput.await("the line", () -> input.lines().size() == 1);
            OneInput.await("recovery", () -> lastLogged().equals("input " + name + " consumes again"));
            assertThat(logged.messages().size()).isLessThan(6);
            // A mosquitto that is killed has saved no session.
            assertThat(input.counts().warnings.of("mqtt-session-lost")).isEqualTo(2);
        }
    }

    /** Opens an input; returns once it is subscribed. */
    private OpenedInput open(String topic, String more) {
        OpenedInput input = openUnsafe(topic, more);
        input.acknowledging();
        return input;
    }

    /** Kafka accepts nothing before the lines are asked for. */
    private OpenedInput openUnsafe(String topic, String more) {
        String share = more.contains("share: ") ? "$share/" + name + "/" : "";
        String filter = share + name + "/" + topic.replaceAll("\\{[a-z]+}", "+");
        long before = server.subscriptions(filter);
        OpenedInput input = openUnsubscribed(name, topic, more);
        OneInput.await("the subscription " + filter, () -> server.subscriptions(filter) > before);
        return input;
    }

    private OpenedInput openUnsubscribed(String input, String topic, String more) {
        String brokers = more.contains("brokers") ? "" : ", brokers: ['127.0.0.1:" + server.port() + "']";
        return OpenedInput.open("{udp: {enabled: false}, inputs: [{kind: mqtt, name: " + input + ", topics: ['" + name
                + "/" + topic + "']" + brokers + ", " + more + "}]}");
    }

    /** Waits for accepted and refused lines. */
    private static void await(OpenedInput input, int lines) {
        OneInput.await(
                lines + " lines", () -> input.lines().size() + input.refused().size() == lines);
    }

    private void publish(String topic, String payload, String... options) throws Exception {
        server.publish(name + "/" + topic, payload, options);
    }
}
