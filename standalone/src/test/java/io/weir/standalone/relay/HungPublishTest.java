package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.relay.RelayConfig;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import io.weir.standalone.cluster.Link;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sink publishes to a real RabbitMQ that reads nothing. The messages exceed all buffers, so a write
 * hangs.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HungPublishTest {
    private static final int LINK = 42;
    private static final String THREADS = "weir-relay-hung";

    private final Path directory;
    private final int tlsPort = FreePorts.next();
    private final List<Message> messages = new ArrayList<>();
    private Identity identity;
    private RabbitMqServer rabbit;
    private SinkQueue queue;
    private Sink sink;

    HungPublishTest(@TempDir Path directory) {
        this.directory = directory;
        byte[] body = "x".repeat(600_000).getBytes(UTF_8);
        for (int i = 0; i < 40; i++) {
            messages.add(new Message("id" + i, "k", null, body, Message.TEXT, i));
        }
    }

    @BeforeAll
    void startRabbit() throws Exception {
        identity = new Identity(directory, "server");
        rabbit = RabbitMqServer.start(
                directory.resolve("rabbit"),
                FreePorts::next,
                "listeners.ssl.1 = 127.0.0.1:" + tlsPort,
                "ssl_options.certfile = " + identity.certificate(),
                "ssl_options.keyfile = " + identity.key());
    }

    @AfterAll
    void stopRabbit() {
        rabbit.close();
    }

    @AfterEach
    void closeSink() {
        sink.close();
        eventually("no thread is left", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals(THREADS)));
    }

    @Test
    void endsWhenRabbitMqIsHalted() throws Exception {
        open("halted", "127.0.0.1:" + rabbit.port(), "");
        ends(rabbit::suspend, rabbit::resume);
    }

    /** The end of a TLS connection may wait for a write, too. */
    @Test
    void endsWhenRabbitMqIsHaltedWithTls() throws Exception {
        open("tls", "127.0.0.1:" + tlsPort, "tls: {ca: '" + identity.certificate() + "'}");
        ends(rabbit::suspend, rabbit::resume);
    }

    @Test
    void endsWhenTheNetworkIsCut() throws Exception {
        List<Integer> ports = List.of(rabbit.port());
        try (Link link = new Link(directory, LINK, ports)) {
            open("cut", "127.0.0." + LINK + ":" + rabbit.port(), "");
            ends(() -> link.cut(ports), link::restore);
        }
    }

    private interface Fault {
        void run() throws Exception;
    }

    private void ends(Fault fault, Fault end) throws Exception {
        sink.deliver(messages.subList(0, 1), new NoRefusals());
        fault.run();
        try {
            assertUnavailable(" has accepted and confirmed nothing for 10 s; check that it runs");
            assertUnavailable(" does not answer within 5 s; check that it runs");
            assertThat(sink.trouble()).isEmpty();
            eventually("the write has ended", () -> !isPublishing());
        } finally {
            end.run();
        }
        awaitDelivery();
        assertThat(received().distinct().toList()).isEqualTo(ids());
    }

    @Test
    void waitsOnItsConnectionWhileRabbitMqIsFull() throws Exception {
        open("full", "127.0.0.1:" + rabbit.port(), "heartbeat: 1s");
        sink.deliver(List.of(), new NoRefusals());
        String connections = rabbit.control("list_connections", "--no-table-headers", "pid");
        rabbit.control("set_vm_memory_high_watermark", "0");
        try {
            assertUnavailable("RabbitMQ accepts no messages: low on memory");
            assertThat(sink.trouble()).contains("RabbitMQ accepts no messages: low on memory");
            long sinceNanos = System.nanoTime();
            eventually("a dead connection would be left", () -> {
                assertUnavailable("RabbitMQ accepts no messages: low on memory");
                return System.nanoTime() - sinceNanos > 12_000_000_000L;
            });
        } finally {
            rabbit.control("set_vm_memory_high_watermark", "0.4");
        }
        awaitDelivery();
        assertThat(sink.trouble()).isEmpty();
        assertThat(rabbit.control("list_connections", "--no-table-headers", "pid"))
                .isEqualTo(connections)
                .hasLineCount(1);
        assertThat(received().toList()).as("no repetition").isEqualTo(ids());
    }

    @Test
    void endsWhenAFullRabbitMqIsHalted() throws Exception {
        open("both", "127.0.0.1:" + rabbit.port(), "heartbeat: 1s");
        rabbit.control("set_vm_memory_high_watermark", "0");
        try {
            awaitFull();
            rabbit.suspend();
            eventually("its connection is left", () -> reason().contains("has accepted and confirmed nothing"));
            assertUnavailable(" does not answer within 5 s; check that it runs");
        } finally {
            rabbit.resume();
            rabbit.control("set_vm_memory_high_watermark", "0.4");
        }
        awaitDelivery();
        assertThat(received().distinct().toList()).isEqualTo(ids());
    }

    /** Another relay may have sent them, and newer ones, before RabbitMQ reads again. */
    @Test
    void forgottenMessagesAreNotPublished() throws Exception {
        open("forgotten", "127.0.0.1:" + rabbit.port(), "");
        rabbit.control("set_vm_memory_high_watermark", "0");
        try {
            awaitFull();
            sink.forget();
        } finally {
            rabbit.control("set_vm_memory_high_watermark", "0.4");
        }
        Message other = new Message("other", "k", null, "y".getBytes(UTF_8), Message.TEXT, 1);
        eventually("it is delivered", () -> reason(List.of(other)).isEmpty());
        assertThat(received().distinct().toList())
                .hasSizeLessThan(messages.size())
                .endsWith("other");
    }

    /** Delivers nothing else meanwhile: an unfinished publication is completed before. */
    @Test
    void othersFollowAnUnfinishedPublication() throws Exception {
        open("others", "127.0.0.1:" + rabbit.port(), "");
        rabbit.control("set_vm_memory_high_watermark", "0");
        try {
            awaitFull();
            assertThatThrownBy(() -> sink.deliver(List.of(), new NoRefusals()))
                    .isInstanceOf(SinkUnavailableException.class);
        } finally {
            rabbit.control("set_vm_memory_high_watermark", "0.4");
        }
        Message other = new Message("other", "k", null, "y".getBytes(UTF_8), Message.TEXT, 1);
        eventually("it is delivered", () -> reason(List.of(other)).isEmpty());
        List<String> all = new ArrayList<>(ids());
        all.add("other");
        assertThat(received().distinct().toList()).isEqualTo(all);
    }

    private static boolean isPublishing() {
        return Thread.getAllStackTraces().values().stream().flatMap(Stream::of).anyMatch(frame -> frame.getMethodName()
                .equals("basicPublish"));
    }

    private void open(String exchange, String address, String more) throws Exception {
        queue = new SinkQueue(rabbit, exchange);
        queue.declare("#");
        String yaml = "sinks: {hung: {amqp: {brokers: ['" + address + "'], exchange: " + exchange + ", routing-key: k, "
                + more + "}}}";
        sink = YamlSource.text("relay.yaml", yaml)
                .read(RelayConfig::read)
                .sinks()
                .get(0)
                .destination()
                .open("hung", KafkaSettings.defaults());
    }

    /** RabbitMQ says that it is full once it has read a message: on a busy machine, only on the next connection. */
    private void awaitFull() {
        eventually("RabbitMQ is full", () -> reason().contains("RabbitMQ accepts no messages: low on memory"));
    }

    private void assertUnavailable(String reason) {
        assertThat(reason()).contains(reason);
    }

    private void awaitDelivery() {
        eventually("all are delivered", () -> reason().isEmpty());
    }

    private String reason() {
        return reason(messages);
    }

    /** Why they are not delivered; empty if they are. */
    private String reason(List<Message> delivered) {
        try {
            sink.deliver(delivered, new NoRefusals());
            return "";
        } catch (SinkUnavailableException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Stream<String> received() throws Exception {
        List<SinkQueue.Got> got = new ArrayList<>();
        queue.takeAll(got);
        return got.stream().map(each -> each.received().id());
    }

    private List<String> ids() {
        return messages.stream().map(Message::id).toList();
    }

    private static final class NoRefusals implements Refusals {
        @Override
        public void refuse(String id, byte[] bytes, String reason) {
            throw new AssertionError(id + " " + reason);
        }

        @Override
        public void unroutable(String route) {
            throw new AssertionError(route);
        }
    }
}
