package io.weir.gateway.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.Logged;
import io.weir.gateway.testing.OpenedInput;
import io.weir.gateway.testing.RabbitMqServer;
import io.weir.gateway.testing.RabbitQueue;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Messages of a real RabbitMQ that is halted, or whose memory is full. */
@Tag("long")
class HungAmqpInputTest {
    private static final long SECOND = 1_790_000_000L;

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.consume.Outage");

    private final Set<String> expected = new HashSet<>();
    private RabbitMqServer rabbit;
    private RabbitQueue queue;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        rabbit = RabbitMqServer.start(directory, FreePort::next);
        queue = new RabbitQueue(rabbit, "in").declared(Map.of());
    }

    @AfterEach
    void stop() {
        rabbit.close();
    }

    @Test
    void aHaltedRabbitMqIsLeftAndConsumedAgain() throws Exception {
        try (OpenedInput input = open()) {
            input.acknowledging();
            send(200);
            OneInput.await("some lines", () -> input.lines().size() > 50);
            rabbit.suspend();
            try {
                OneInput.await("the end of the connection", () -> hasLogged("RabbitMQ gives no sign of life"));
                OneInput.await("a new attempt", () -> hasLogged("does not answer within 5 s"));
            } finally {
                rabbit.resume();
            }
            send(200);
            OneInput.await("all lines", () -> new HashSet<>(input.lines()).equals(expected));
            OneInput.await("recovery", () -> hasLogged("input amqp consumes again"));
        }
        assertThat(rabbit.waiting("in")).isZero();
    }

    @Test
    void aFullRabbitMqIsConsumed() throws Exception {
        send(200);
        rabbit.control("set_vm_memory_high_watermark", "0");
        try (OpenedInput input = open()) {
            input.acknowledging();
            OneInput.await("all lines", () -> new HashSet<>(input.lines()).equals(expected));
        }
        assertThat(logged.messages()).isEmpty();
        assertThat(rabbit.waiting("in")).isZero();
    }

    private OpenedInput open() {
        return OpenedInput.open(
                "{udp: {enabled: false}, amqp: {enabled: true, queues: [in], prefetch: 20, consumers: 2,"
                        + " heartbeat: 1s, brokers: ['127.0.0.1:" + rabbit.port() + "']}}");
    }

    private void send(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            String line = "cpu v=1 " + expected.size();
            queue.send(SECOND, "", line);
            expected.add(line);
        }
    }

    private boolean hasLogged(String words) {
        return logged.messages().stream().anyMatch(each -> each.contains(words));
    }
}
