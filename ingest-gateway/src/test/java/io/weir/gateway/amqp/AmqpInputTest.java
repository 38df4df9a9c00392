package io.weir.gateway.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.MessageProperties;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.OpenedInput;
import io.weir.gateway.testing.Python;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.gateway.testing.RabbitQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Messages of a real RabbitMQ. */
class AmqpInputTest {
    private static final long SECOND = 1_790_000_000L;
    private static final String OF_SECOND = "1790000000\\d{9}";
    private static final String MAPPING = "mapping: {measurement: wms, tags: {site: /Site}";

    private static Path folder;
    private static Identity identity;
    private static RabbitMqServer server;
    private static int tlsPort;

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private String name = "";
    private RabbitQueue queue;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        folder = directory;
        identity = new Identity(folder, "server");
        tlsPort = FreePort.next();
        server = RabbitMqServer.start(
                folder.resolve("rabbit"),
                FreePort::next,
                "listeners.ssl.1 = 127.0.0.1:" + tlsPort,
                "ssl_options.cacertfile = " + identity.certificate(),
                "ssl_options.certfile = " + identity.certificate(),
                "ssl_options.keyfile = " + identity.key());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect(TestInfo test) throws Exception {
        name = test.getTestMethod().orElseThrow().getName();
        queue = new RabbitQueue(server, name);
    }

    @AfterEach
    void disconnect() throws IOException {
        queue.close();
    }

    @Test
    void linesWithoutATimestampGetThatOfTheMessage() throws Exception {
        queue.declared(Map.of());
        queue.send(SECOND, "", "cpu,host=a v=1\ncpu,host=a v=2 17\ncpu,host=a v=3");
        queue.send(MessageProperties.PERSISTENT_BASIC, "cpu,host=b v=1\ncpu,host=b v=2 18");
        try (OpenedInput input = open("")) {
            OneInput.await("all", () -> input.lines().size() == 4);
            List<String> lines = input.lines().stream().sorted().toList();
            assertThat(lines.get(0)).matches("cpu,host=a v=1 " + OF_SECOND);
            assertThat(lines.get(1)).isEqualTo("cpu,host=a v=2 17");
            assertThat(stamp(lines.get(2))).isEqualTo(stamp(lines.get(0)) + 1);
            assertThat(lines.get(3)).isEqualTo("cpu,host=b v=2 18");
            assertThat(input.refused()).containsExactly("missing-timestamp: cpu,host=b v=1");
        }
        assertThat(server.waiting(name)).isZero();
    }

    @Test
    void whatIsNotSafeIsDeliveredAgainWithTheSameTimestamps() throws Exception {
        queue.declared(Map.of());
        for (int i = 0; i < 10; i++) {
            queue.send(SECOND, "id", "cpu v=" + i);
        }
        OpenedInput first = open("");
        OneInput.await("all", () -> first.counts().lines.sum() == 10);
        first.close();
        assertThat(server.waiting(name)).isEqualTo(10);
        try (OpenedInput second = open("")) {
            second.acknowledging();
            OneInput.await("all", () -> second.lines().size() == 10);
            assertThat(second.lines())
                    .doesNotHaveDuplicates()
                    .allSatisfy(line -> assertThat(line).matches("cpu v=\\d " + OF_SECOND))
                    .containsExactlyInAnyOrderElementsOf(first.lines());
        }
        assertThat(server.waiting(name)).isZero();
    }

    @Test
    void recordsOfJsonMayHaveATimeOfTheirOwn() throws Exception {
        queue.declared(Map.of());
        String records =
                "[{\"Site\": \"CERN\", \"n\": 1, \"t\": 1790000001}, {\"Site\": \"RAL\", \"n\": 2, \"t\": 1790000002}]";
        queue.send(SECOND, "", records);
        try (OpenedInput input = open("format: json, " + MAPPING + ", timestamp: /t}")) {
            OneInput.await("both", () -> input.lines().size() == 2);
            assertThat(input.lines())
                    .containsExactlyInAnyOrder(
                            "wms,site=CERN n=1i 1790000001000000000", "wms,site=RAL n=2i 1790000002000000000");
        }
        queue.send(SECOND, "", records);
        try (OpenedInput input = open("format: json, " + MAPPING + "}")) {
            OneInput.await("both", () -> input.lines().size() == 2);
            assertThat(input.has("wms,site=CERN n=1i,t=1790000001i " + OF_SECOND))
                    .isTrue();
        }
    }

    @Test
    void aWrongRecordCostsNoNeighbour() throws Exception {
        queue.declared(Map.of());
        queue.send(SECOND, "", "cpu v=1 1\ncpu v=\ncpu v=3 3");
        queue.send(SECOND, "", "");
        queue.send(SECOND, "", "cpu v=\"" + "x".repeat(2_000) + "\"");
        queue.send(SECOND, "", "cpu v=4 4");
        try (OpenedInput input = open("message-bytes: 1024")) {
            OneInput.await(
                    "all", () -> input.lines().size() == 3 && input.refused().size() == 2);
            assertThat(input.lines()).containsExactlyInAnyOrder("cpu v=1 1", "cpu v=3 3", "cpu v=4 4");
            assertThat(input.refused().get(0)).endsWith(": cpu v=");
            assertThat(input.refused().get(1)).startsWith("message-too-long: cpu v=\"xxx");
        }
        assertThat(server.waiting(name)).isZero();
    }

    @Test
    void aMessageWithARefusedRecordIsADeadLetterIfAsked() throws Exception {
        try (RabbitQueue dead = new RabbitQueue(server, "dead").declared(Map.of())) {
            queue.declared(Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", "dead"));
            queue.send(SECOND, "", "cpu v=1 1");
            queue.send(SECOND, "", "cpu v=2 2\ncpu v=");
            queue.send(SECOND, "", "cpu v=3 3");
            queue.send(SECOND, "", "rubbish");
            OpenedInput unsafe = open("dead-letter: true");
            OneInput.await("all", () -> unsafe.counts().lines.sum() == 5);
            unsafe.close();
            assertThat(dead.takeAll()).as("before the good lines are safe").isEmpty();
            assertThat(server.waiting(name)).isEqualTo(4);
            try (OpenedInput input = open("dead-letter: true")) {
                OneInput.await("all", () -> input.lines().size() == 3);
                assertThat(input.lines()).containsExactlyInAnyOrder("cpu v=1 1", "cpu v=2 2", "cpu v=3 3");
            }
            assertThat(dead.takeAll()).containsExactly("cpu v=2 2\ncpu v=", "rubbish");
            assertThat(server.waiting(name)).isZero();
        }
    }

    @Test
    void theQueuesMayBeDeclaredAndBound() throws Exception {
        String declare = "declare: {exchange: farm, exchange-type: topic, routing-keys: [wms.*, '#.pilot'],"
                + " arguments: {x-max-length: 5, x-queue-type: classic, x-single-active-consumer: false}}";
        try (OpenedInput input = open(declare)) {
            OneInput.await("the queue", () -> server.consumers(name) == 1);
            queue.publish("farm", "wms.job", RabbitQueue.properties(SECOND, ""), "cpu v=1 1");
            queue.publish("farm", "a.b.pilot", RabbitQueue.properties(SECOND, ""), "cpu v=2 2");
            queue.publish("farm", "other", RabbitQueue.properties(SECOND, ""), "cpu v=3 3");
            OneInput.await("both", () -> input.lines().size() == 2);
            assertThat(input.lines()).containsExactly("cpu v=1 1", "cpu v=2 2");
        }
        queue.declared(Map.of("x-max-length", 5, "x-queue-type", "classic", "x-single-active-consumer", false));
        assertThat(logged.messages()).isEmpty();
    }

    @Test
    void aConsumerHoldsNoMoreThanThePrefetch() throws Exception {
        queue.declared(Map.of());
        for (int i = 0; i < 50; i++) {
            queue.send(SECOND, "", "cpu v=1 " + i);
        }
        OpenedInput input = open("prefetch: 10, consumers: 2");
        OneInput.await("two times ten", () -> input.counts().lines.sum() == 20);
        assertThat(server.waiting(name)).isEqualTo(30);
        input.acknowledging();
        OneInput.await("all", () -> input.counts().lines.sum() == 50);
        input.close();
        assertThat(input.lines()).hasSize(50).doesNotHaveDuplicates();
        assertThat(server.waiting(name)).isZero();
    }

    @Test
    void aQueueThatIsDeletedIsConsumedAgainOnceItIsBack() throws Exception {
        try (OpenedInput input = open("consumers: 3")) {
            OneInput.await("a warning", () -> logged.messages().size() == 1);
            assertThat(logged.messages().get(0))
                    .contains("input amqp cannot consume from queues=[" + name + "]", "NOT_FOUND");
            queue.declared(Map.of());
            queue.send(SECOND, "", "cpu v=1 1");
            OneInput.await("the line", () -> input.lines().size() == 1);
            OneInput.await("recovery", () -> logged.messages().size() == 2);
            assertThat(logged.messages().get(1)).isEqualTo("input amqp consumes again");
            queue.delete();
            OneInput.await(
                    "the end of the subscription", () -> logged.messages().size() == 3);
            assertThat(logged.messages().get(2)).contains("a queue was deleted");
        }
    }

    @Test
    void leavesNoThreadBehindAfterFailures() throws Exception {
        AmqpInputSettings settings = (AmqpInputSettings) YamlSource.text("test", yaml("", name))
                .read(GatewayConfig::read)
                .inputs()
                .get(0);
        RabbitMq broker = new RabbitMq(settings.amqp());
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> broker.subscribe("test")).hasMessageContaining("NOT_FOUND");
        }
        queue.declared(Map.of());
        for (int i = 0; i < 10; i++) {
            broker.subscribe("test").close();
        }
        OneInput.await("no thread of a client", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("weir-gateway-amqp")));
    }

    /** One channel numbers the messages of all queues. */
    @Test
    void refusedMessagesBetweenSeveralQueuesAreSettledOnce() throws Exception {
        try (RabbitQueue dead = new RabbitQueue(server, "dead2").declared(Map.of());
                RabbitQueue other = new RabbitQueue(server, "other2")) {
            Map<String, Object> toDead = Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", "dead2");
            queue.declared(toDead);
            other.declared(toDead);
            for (int i = 0; i < 200; i++) {
                (i % 3 == 0 ? other : queue).send(SECOND, "", i % 2 == 0 ? "rubbish" + i : "cpu v=" + i + " " + i);
            }
            try (OpenedInput input = open("dead-letter: true, prefetch: 7, consumers: 2", name + ", other2")) {
                input.acknowledging();
                OneInput.await("all", () -> input.lines().size() == 100);
                OneInput.await("the dead letters", () -> waiting("dead2") == 100);
            }
            assertThat(dead.takeAll()).hasSize(100).doesNotHaveDuplicates();
            assertThat(waiting(name) + waiting("other2")).isZero();
            assertThat(logged.messages()).isEmpty();
        }
    }

    @Test
    void consumesOverTlsFromABrokerThatItsAuthoritySigned() throws Exception {
        queue.declared(Map.of());
        queue.send(SECOND, "", "cpu v=1 1");
        String tls = "brokers: ['127.0.0.1:" + tlsPort + "'], tls: {";
        try (OpenedInput input = open(tls + "enabled: true}")) {
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            assertThat(logged.messages().get(0)).contains("no trusted authority signed; name its authority in tls.ca");
            assertThat(input.counts().lines.sum()).isZero();
        }
        try (OpenedInput input = open(tls + "ca: " + identity.certificate() + "}")) {
            OneInput.await("the line", () -> input.lines().size() == 1);
        }
    }

    @Test
    void aWrongPasswordIsLogged() throws Exception {
        queue.declared(Map.of());
        Path password = Files.writeString(folder.resolve("password"), "wrong\n");
        try (OpenedInput input = open("user: guest, password-file: " + password)) {
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            assertThat(logged.messages().get(0))
                    .contains("refuses the user guest (ACCESS_REFUSED")
                    .doesNotContain("wrong");
            assertThat(input.counts().lines.sum()).isZero();
        }
        Files.writeString(password, "guest\n");
        queue.send(SECOND, "", "cpu v=1 1");
        try (OpenedInput input = open("user: guest, password-file: " + password)) {
            OneInput.await("the line", () -> input.lines().size() == 1);
        }
    }

    /** Sends with the snippet of the page, by a real pika, to the input of the page. */
    @Test
    void theExamplesOfThePageFitTogether() throws Exception {
        InputPage page = new InputPage("amqp");
        Python.require("pika", "python3-pika");
        Path password = Files.writeString(folder.resolve("guest"), "guest");
        String yaml = page.block("yaml", "amqp:")
                .replaceAll("brokers: \\[.*]", "brokers: ['127.0.0.1:" + server.port() + "']")
                .replace("user: weir", "user: guest")
                .replace("/etc/weir/rabbitmq-password", password.toString());
        try (RabbitQueue history = new RabbitQueue(server, "WMSHistory").declared(Map.of());
                OpenedInput input = OpenedInput.open(yaml)) {
            Python.run(
                    page.block("python", "pika").replace("\"rabbit1.example.org\"", "'127.0.0.1', " + server.port()));
            OneInput.await("the line", () -> input.lines().size() == 1);
            assertThat(input.lines().get(0))
                    .matches("WMSHistory,site=LCG.CERN.cern,status=Running,user=alice Jobs=4711i \\d{19}");
            assertThat(history.takeAll()).isEmpty();
        }
    }

    /** Another broker, so that the kill costs the other tests nothing. */
    @Test
    @Tag("long")
    void survivesAKillOfRabbitMq(@TempDir Path directory) throws Exception {
        try (RabbitMqServer other = RabbitMqServer.start(directory, FreePort::next);
                OpenedInput input = open("brokers: ['127.0.0.1:" + other.port() + "'], consumers: 2, declare: {}")) {
            input.acknowledging();
            OneInput.await("the queue", () -> other.consumers(name) == 2);
            try (RabbitQueue sender = new RabbitQueue(other, name)) {
                sender.send(SECOND, "", "cpu v=1 1");
            }
            OneInput.await("the line", () -> input.lines().size() == 1);
            other.kill();
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            other.restart();
            // RabbitMQ may have forgotten a queue that was declared just before the kill.
            OneInput.await("the queue", () -> other.consumers(name) == 2);
            try (RabbitQueue sender = new RabbitQueue(other, name)) {
                sender.send(SECOND, "", "cpu v=2 2");
            }
            OneInput.await("the line", () -> input.lines().contains("cpu v=2 2"));
            OneInput.await("recovery", () -> logged.messages().contains("input amqp consumes again"));
            assertThat(logged.messages().size()).isLessThan(6);
        }
    }

    private OpenedInput open(String more) {
        return open(more, name);
    }

    private static OpenedInput open(String more, String queues) {
        return OpenedInput.open(yaml(more, queues));
    }

    private static String yaml(String more, String queues) {
        String brokers = more.contains("brokers") ? "" : "brokers: ['127.0.0.1:" + server.port() + "'], ";
        return "{udp: {enabled: false}, amqp: {enabled: true, queues: [" + queues + "], " + brokers + more + "}}";
    }

    private static long waiting(String queue) {
        try {
            return server.waiting(queue);
        } catch (IOException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static long stamp(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
}
