package io.weir.gateway.stomp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.Subscription;
import io.weir.gateway.intake.OneInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("try") // Closes early, to see what is sent.
class StompBrokerTest {
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String GREETING = "CONNECTED\nversion:1.2\nheart-beat:0,0\n\n";

    @Test
    void acknowledgesEachMessageOfVersion12ByItsHeader() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(GREETING);
                Subscription subscription = subscribe(broker, true)) {
            assertThat(broker.next())
                    .startsWith("CONNECT\n")
                    .contains("\naccept-version:1.0,1.1,1.2\n", "\nhost:/\n", "\nheart-beat:1000,1000\n")
                    .contains("\nlogin:us:er\npasscode:a:b\\c\n");
            assertThat(broker.next())
                    .startsWith("SUBSCRIBE\n")
                    .contains("\nid:0\n", "\ndestination:/queue/a\\cb\n", "\nack:client-individual\n")
                    .contains("\nprefetch-count:7\n", "\nactivemq.prefetchSize:7\n", "\nselector:x\n");
            assertThat(broker.next()).contains("\nid:1\n", "\ndestination:/queue/c\n");
            for (int i = 1; i <= 5; i++) {
                broker.send("MESSAGE\nsubscription:0\nmessage-id:m" + i + "\nack:a\\c" + i + "\n\nbody@");
                assertThat(poll(subscription).number()).isEqualTo(i);
            }
            subscription.refuse(2);
            subscription.acknowledge(3);
            assertThat(broker.next()).startsWith("NACK\n").contains("\nid:a\\c2\n", "\nrequeue:false\n");
            assertThat(broker.next()).isEqualTo("ACK\nid:a\\c1\n\n");
            assertThat(broker.next()).isEqualTo("ACK\nid:a\\c3\n\n");
            subscription.acknowledge(4);
            assertThat(broker.next()).isEqualTo("ACK\nid:a\\c4\n\n");
            subscription.close();
            assertThat(broker.next()).startsWith("DISCONNECT\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.1"})
    void acknowledgesMessagesOfOlderVersionsByTheirId(String version) throws Exception {
        String greeting = version.equals("1.0") ? "CONNECTED\nsession:1\n\n" : "CONNECTED\nversion:1.1\n\n";
        try (ScriptedBroker broker = new ScriptedBroker(greeting);
                Subscription subscription = subscribe(broker, false)) {
            broker.next();
            assertThat(broker.next()).contains(version.equals("1.0") ? "\nack:client\n" : "\nack:client-individual\n");
            broker.next();
            broker.send("MESSAGE\nsubscription:1\nmessage-id:m1\n\nbody@");
            poll(subscription);
            subscription.acknowledge(1);
            assertThat(broker.next()).startsWith("ACK\n").contains("\nmessage-id:m1\n", "\nsubscription:1\n");
        }
    }

    @Test
    void aBrokerWithoutNackCannotGetDeadLetters() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker("CONNECTED\n\n")) {
            assertThatThrownBy(() -> subscribe(broker, true)).hasMessageContaining("remove dead-letter");
        }
    }

    @Test
    void readsTheTimeAndTheIdOfTheSender() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(GREETING);
                Subscription subscription = subscribe(broker, false)) {
            String[][] table = {
                {"timestamp:1790000000\namqp-message-id:mine\nmessage-id:T_0@@s@@1", "1790000000", "mine"},
                {"timestamp:1790000000123\nmessage-id:ID\\chost-1", "1790000000123", "ID:host-1"},
                {"timestamp:-5\nmessage-id:T_0@@s@@1", "-5", ""},
                {"timestamp:0", Long.toString(Message.NO_TIME), ""},
                {"timestamp:1.5", Long.toString(Message.NO_TIME), ""},
                {"timestamp:99999999999999999999", Long.toString(Message.NO_TIME), ""},
                {"timestamp:", Long.toString(Message.NO_TIME), ""},
                {"timestamp:1\ntimestamp:2", "1", ""},
                {"x:y", Long.toString(Message.NO_TIME), ""},
            };
            for (String[] row : table) {
                broker.send("MESSAGE\nack:1\n" + row[0].replace("@@", "-") + "\n\nbody@");
                Message message = poll(subscription);
                assertThat(message.time()).as(row[0]).isEqualTo(Long.parseLong(row[1]));
                assertThat(message.id()).as(row[0]).isEqualTo(row[2]);
                assertThat(new String(message.body(), UTF_8)).isEqualTo("body");
            }
        }
    }

    @Test
    void triesTheBrokersInOrderAndNamesAllReasons() throws Exception {
        // Occupies a port without a listener: another test could get a port that is released.
        try (Socket holding = new Socket();
                ScriptedBroker wrong = new ScriptedBroker("ERROR\nmessage:Access refused\n\n");
                ScriptedBroker good = new ScriptedBroker(GREETING)) {
            holding.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            StompAddress dead = new StompAddress("127.0.0.1", holding.getLocalPort());
            try (Subscription subscription = subscribe(false, dead, wrong.address(), good.address())) {
                good.send("MESSAGE\nack:1\n\nbody@");
                assertThat(poll(subscription).number()).isEqualTo(1);
                assertThat(subscription.broker().toString())
                        .endsWith(good.address().toString());
            }
            assertThatThrownBy(() -> subscribe(false, dead, wrong.address()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(dead + ": Connection refused")
                    .hasMessageContaining(wrong.address() + ": the broker reports an error: Access refused");
        }
    }

    @Test
    void sendsHeartBeatsAndEndsWithoutThoseOfTheBroker() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker("CONNECTED\nversion:1.2\nheart-beat:1,1\n\n");
                Subscription subscription = subscribe(broker, false)) {
            for (int i = 0; i < 3; i++) {
                broker.next();
            }
            assertThat(broker.next()).isEqualTo("\n");
            assertThat(broker.next()).isEqualTo("\n");
            assertThatThrownBy(() -> {
                        while (true) {
                            subscription.poll(SOON_NANOS / 100);
                        }
                    })
                    .hasMessageContaining("no heart-beat of the broker within 2000 ms");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONNECTED\nversion:1.2\nheart-beat:x\n\n",
                "CONNECTED\nversion:1.2\nheart-beat:1\n\n",
                "HTTP/1.1 400 Bad Request\nServer: x\n\n",
                "ERROR\nmessage:no\n\n"
            })
    void endsAtAWrongGreeting(String greeting) throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(greeting)) {
            assertThatThrownBy(() -> subscribe(broker, false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(broker.address().toString());
        }
    }

    @Test
    void endsAtAMessageThatCannotBeAcknowledged() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(GREETING);
                Subscription subscription = subscribe(broker, false)) {
            broker.send("MESSAGE\nmessage-id:1\n\nbody@");
            assertThatThrownBy(() -> poll(subscription)).hasMessageContaining("cannot be acknowledged");
        }
    }

    /** Else, an input of two destinations with long messages would never consume. */
    @Test
    void subscribesThoughMessagesOfTheFirstDestinationFillTheInbox() throws Exception {
        String message = "MESSAGE\ncontent-length:1048576\nack:1\n\n" + "x".repeat(1 << 20) + "@";
        try (ScriptedBroker broker = new ScriptedBroker(GREETING)) {
            broker.beforeReceipt("subscribe-1", message.repeat(20));
            try (Subscription subscription = subscribe(broker, false)) {
                for (int i = 1; i <= 20; i++) {
                    assertThat(poll(subscription).number()).isEqualTo(i);
                }
            }
        }
    }

    /** Of a broker that knows no prefetch. */
    @Test
    void pausesAtItsLimitOfBytesAndReadsOn() throws Exception {
        int count = 30;
        String body = "x".repeat(1 << 20);
        try (ScriptedBroker broker = new ScriptedBroker(GREETING);
                StompConnection connection =
                        StompConnection.open(settings(broker.address()), broker.address(), 2 << 20)) {
            Thread sender = new Thread(() -> {
                for (int i = 0; i < count; i++) {
                    broker.send("MESSAGE\ncontent-length:1048576\nack:" + i + "\n\n" + body + "@");
                }
            });
            sender.start();
            OneInput.await("a pause", () -> !connection.isReading());
            Subscription subscription = new StompSubscription(connection);
            for (int i = 1; i <= count; i++) {
                assertThat(poll(subscription).body()).hasSize(1 << 20);
            }
            assertThat(connection.isReading()).isTrue();
        }
    }

    /** Else, closing could discard acknowledgements that the broker has not read. */
    @Test
    void awaitsTheEndThoughTheInboxIsFull() throws Exception {
        String message = "MESSAGE\ncontent-length:1048576\nack:1\n\n" + "x".repeat(1 << 20) + "@";
        try (ScriptedBroker broker = new ScriptedBroker(GREETING)) {
            broker.beforeReceipt("subscribe-1", message.repeat(20));
            broker.beforeReceipt("disconnect", message.repeat(20));
            subscribe(broker, false).close();
            OneInput.await("the receipt", () -> broker.receipts().contains("disconnect"));
        }
    }

    @Test
    void leavesNoThreadBehind() throws Exception {
        try (ScriptedBroker wrong = new ScriptedBroker("ERROR\n\n");
                ScriptedBroker good = new ScriptedBroker(GREETING)) {
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> subscribe(wrong, false)).isInstanceOf(IOException.class);
                subscribe(good, false).close();
            }
            OneInput.await("no thread of a client", () -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("weir-gateway-stomp")));
        }
    }

    private static Message poll(Subscription subscription) throws IOException, InterruptedException {
        Message next = subscription.poll(1);
        long deadlineNanos = System.nanoTime() + SOON_NANOS;
        while (next == null && System.nanoTime() < deadlineNanos) {
            next = subscription.poll(SOON_NANOS / 1_000);
        }
        return Objects.requireNonNull(next);
    }

    private static Subscription subscribe(ScriptedBroker broker, boolean mustRefuse) throws IOException {
        return subscribe(mustRefuse, broker.address());
    }

    private static Subscription subscribe(boolean mustRefuse, StompAddress... brokers) throws IOException {
        return new StompBroker(settings(brokers), 2 << 20, mustRefuse).subscribe("test");
    }

    private static StompSettings settings(StompAddress... brokers) {
        return new StompSettings(
                List.of(brokers),
                "/",
                Optional.of("us:er"),
                "a:b\\c",
                Optional.empty(),
                Duration.ofSeconds(1),
                List.of("/queue/a:b", "/queue/c"),
                7,
                Map.of("selector", "x"));
    }
}
