package io.weir.gateway.stomp;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.MessageProperties;
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
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Messages of a real RabbitMQ, by STOMP. */
class StompInputTest {
    private static final long SECOND = 1_790_000_000L;
    private static final String OF_SECOND = "1790000000\\d{9}";

    private static Path folder;
    private static Identity identity;
    private static RabbitMqServer server;
    private static int port;
    private static int tlsPort;

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private String name = "";
    private RabbitQueue queue;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        folder = directory;
        identity = new Identity(folder, "server");
        port = FreePort.next();
        tlsPort = FreePort.next();
        server = RabbitMqServer.startWithStomp(
                port,
                folder.resolve("rabbit"),
                FreePort::next,
                "stomp.listeners.ssl.1 = 127.0.0.1:" + tlsPort,
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

    /** Even by another protocol: RabbitMQ's own id of a message is another one at each delivery. */
    @Test
    void whatIsNotSafeIsDeliveredAgainWithTheSameTimestamps() throws Exception {
        queue.declared(Map.of());
        for (int i = 0; i < 10; i++) {
            queue.send(SECOND, "id-" + i / 2, "cpu v=" + i);
        }
        queue.send(MessageProperties.PERSISTENT_BASIC, "cpu,host=b v=1\ncpu,host=b v=2 18");
        OpenedInput first = OpenedInput.open("{udp: {enabled: false}, amqp: {enabled: true, brokers: ['127.0.0.1:"
                + server.port() + "'], queues: [" + name + "]}}");
        OneInput.await("all", () -> first.counts().lines.sum() == 12);
        first.close();
        assertThat(server.waiting(name)).isEqualTo(11);
        try (OpenedInput second = open("")) {
            second.acknowledging();
            OneInput.await("all", () -> second.lines().size() == 11);
            assertThat(second.lines())
                    .doesNotHaveDuplicates()
                    .allSatisfy(line -> assertThat(line).matches("cpu v=\\d " + OF_SECOND + "|cpu,host=b v=2 18"))
                    .containsExactlyInAnyOrderElementsOf(first.lines());
            assertThat(second.refused()).containsExactly("missing-timestamp: cpu,host=b v=1");
        }
        assertThat(server.waiting(name)).isZero();
    }

    @Test
    void wrongAndLongMessagesCostNoNeighbour() throws Exception {
        queue.declared(Map.of());
        queue.send(SECOND, "", "cpu v=1 1\ncpu v=\ncpu v=3 3");
        queue.send(SECOND, "", "");
        queue.send(SECOND, "", "cpu v=\"" + "x".repeat(200_000) + "\"");
        queue.send(SECOND, "", "cpu v=\u0000 5");
        // Nearly a frame of AMQP.
        Map<String, Object> headers = new HashMap<>(Map.of("long", "\n".repeat(100_000)));
        for (int i = 0; i < 2_000; i++) {
            headers.put("h" + i, "");
        }
        queue.send(MessageProperties.PERSISTENT_BASIC.builder().headers(headers).build(), "cpu v=5 5");
        queue.send(SECOND, "", "cpu v=4 4");
        try (OpenedInput input = open("message-bytes: 1024")) {
            OneInput.await(
                    "all", () -> input.lines().size() == 4 && input.refused().size() == 3);
            assertThat(input.lines()).containsExactlyInAnyOrder("cpu v=1 1", "cpu v=3 3", "cpu v=4 4", "cpu v=5 5");
            assertThat(input.refused().get(0)).endsWith(": cpu v=");
            assertThat(input.refused().get(1))
                    .startsWith("message-too-long: cpu v=\"xxx")
                    .hasSize(1025 + 18);
            assertThat(input.refused().get(2)).endsWith(": cpu v=\u0000 5");
        }
        assertThat(server.waiting(name)).isZero();
    }

    @Test
    void refusedMessagesOfSeveralDestinationsAreDeadLettersIfAsked() throws Exception {
        try (RabbitQueue dead = new RabbitQueue(server, "dead").declared(Map.of());
                RabbitQueue other = new RabbitQueue(server, "other")) {
            Map<String, Object> toDead = Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", "dead");
            queue.declared(toDead);
            other.declared(toDead);
            for (int i = 0; i < 200; i++) {
                (i % 3 == 0 ? other : queue).send(SECOND, "", i % 2 == 0 ? "rubbish" + i : "cpu v=" + i + " " + i);
            }
            String two = "/amq/queue/" + name + ", /amq/queue/other";
            OpenedInput unsafe = open("dead-letter: true, prefetch: 100", two);
            OneInput.await("all", () -> unsafe.counts().lines.sum() > 100);
            unsafe.close();
            assertThat(waiting(name) + waiting("other")).isEqualTo(200);
            assertThat(dead.takeAll()).as("before the good lines are safe").isEmpty();
            try (OpenedInput input = open("dead-letter: true, prefetch: 7, consumers: 2", two)) {
                input.acknowledging();
                OneInput.await("all", () -> input.lines().size() == 100);
                OneInput.await("the dead letters", () -> waiting("dead") == 100);
            }
            assertThat(dead.takeAll()).hasSize(100).doesNotHaveDuplicates();
            assertThat(waiting(name) + waiting("other")).isZero();
            assertThat(logged.messages()).isEmpty();
        }
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
                    .contains("input stomp cannot consume from destinations=[/amq/queue/" + name + "]", "not_found");
            queue.declared(Map.of());
            queue.send(SECOND, "", "cpu v=1 1");
            OneInput.await("the line", () -> input.lines().size() == 1);
            OneInput.await("recovery", () -> logged.messages().size() == 2);
            assertThat(logged.messages().get(1)).isEqualTo("input stomp consumes again");
            queue.delete();
            OneInput.await(
                    "the end of the subscription", () -> logged.messages().size() == 3);
            assertThat(logged.messages().get(2)).contains("Server cancelled subscription");
        }
    }

    @Test
    void consumesOverTlsFromABrokerThatItsAuthoritySigned() throws Exception {
        queue.declared(Map.of());
        queue.send(SECOND, "", "cpu v=1 1");
        String tls = "brokers: ['127.0.0.1:" + tlsPort + "'], tls: {";
        try (OpenedInput input = open(tls + "enabled: true}")) {
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            assertThat(logged.messages().get(0)).contains("unable to find valid certification path");
            assertThat(input.counts().lines.sum()).isZero();
        }
        try (OpenedInput input = open(tls + "ca: " + identity.certificate() + "}")) {
            OneInput.await("the line", () -> input.lines().size() == 1);
        }
    }

    @Test
    void aWrongPasswordIsLogged() throws Exception {
        queue.declared(Map.of());
        Path password = Files.writeString(folder.resolve("password"), "wrong:word\n");
        try (OpenedInput input = open("user: guest, password-file: " + password)) {
            OneInput.await("a warning", () -> !logged.messages().isEmpty());
            assertThat(logged.messages().get(0))
                    .contains("Access refused for user 'guest'")
                    .doesNotContain("wrong");
            assertThat(input.counts().lines.sum()).isZero();
        }
        Files.writeString(password, "guest\n");
        queue.send(SECOND, "", "cpu v=1 1");
        try (OpenedInput input = open("user: guest, password-file: " + password)) {
            OneInput.await("the line", () -> input.lines().size() == 1);
        }
    }

    /** Sends with the snippet of the page, by a real stomp.py, to the input of the page. */
    @Test
    void theExamplesOfThePageFitTogether() throws Exception {
        InputPage page = new InputPage("stomp");
        Python.require("stomp", "python3-stomp");
        Path password = Files.writeString(folder.resolve("guest"), "guest");
        String yaml = page.block("yaml", "stomp:")
                .replaceAll("brokers: \\[.*]", "brokers: ['127.0.0.1:" + port + "']")
                .replace("user: weir", "user: guest")
                .replace("/etc/weir/stomp-password", password.toString());
        try (OpenedInput input = OpenedInput.open(yaml)) {
            Python.run(page.block("python", "stomp")
                    .replace("\"mq1.example.org\", 61613", "'127.0.0.1', " + port)
                    .replace("\"dirac\", \"secret\"", "'guest', 'guest'"));
            OneInput.await("the line", () -> input.lines().size() == 1);
            assertThat(input.lines().get(0))
                    .matches("WMSHistory,site=LCG.CERN.cern,status=Running,user=alice Jobs=4711i \\d{19}");
        }
        assertThat(waiting("WMSHistory")).isZero();
    }

    private OpenedInput open(String more) {
        return open(more, "/amq/queue/" + name);
    }

    private static OpenedInput open(String more, String destinations) {
        String brokers = more.contains("brokers") ? "" : "brokers: ['127.0.0.1:" + port + "'], ";
        return OpenedInput.open("{udp: {enabled: false}, stomp: {enabled: true, destinations: [" + destinations + "], "
                + brokers + more + "}}");
    }

    private static long waiting(String queue) {
        try {
            return server.waiting(queue);
        } catch (IOException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
