package io.weir.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.RelayMeters;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The messages of a failed delivery, which stay until the sink has them or another instance reads them. */
class SinkDeliveryTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final TopicPartition OTHER = new TopicPartition("in", 1);

    private final TestSink sink = new TestSink();
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private final Map<TopicPartition, Long> done = new HashMap<>();
    private final SinkDelivery delivery = new SinkDelivery(
            "test",
            Map.of("in", (from, to, refusals) -> to.add(message(from))),
            sink,
            new NoRefusals(),
            new RelayMeters(new SimpleMeterRegistry(), "test"));

    @BeforeEach
    void failADelivery() throws InterruptedException {
        sink.isAway = true;
        waiting.add(new ConsumerRecord<>("in", 0, 7, new byte[0], new byte[] {1}));
        assertThat(delivery.deliver(waiting, done::put)).isEqualTo(Duration.ofSeconds(1));
        assertThat(sink.failed).isEqualTo(1);
        assertThat(delivery.held()).isEqualTo(1);
        assertThat(delivery.trouble()).contains("sink test: it is away");
    }

    @Test
    void theyAreDeliveredAgain() throws InterruptedException {
        sink.isAway = false;

        assertThat(delivery.deliver(waiting, done::put)).isZero();
        assertThat(sink.delivered).isEqualTo(1);
        assertThat(done).isEqualTo(Map.of(PARTITION, 8L));
        assertThat(delivery.held()).isZero();
        assertThat(delivery.trouble()).isEmpty();
    }

    @Test
    void theSinkForgetsThoseOfALostPartition() throws InterruptedException {
        delivery.forget(List.of(PARTITION));

        assertThat(sink.forgotten).isEqualTo(1);
        assertThat(delivery.held()).isZero();
        sink.isAway = false;
        assertThat(delivery.deliver(waiting, done::put)).isZero();
        assertThat(sink.delivered).isZero();
        assertThat(done).isEmpty();
    }

    @Test
    void theSinkKeepsThoseOfAnotherPartition() {
        delivery.forget(List.of(OTHER));

        assertThat(sink.forgotten).isZero();
        assertThat(delivery.held()).isEqualTo(1);
    }

    private static Message message(ConsumerRecord<byte[], byte[]> from) {
        return new Message("in/0/0", "route", from.key(), from.value(), Message.TEXT, 0);
    }

    private static final class TestSink implements Sink {
        private boolean isAway;
        private int failed;
        private int delivered;
        private int forgotten;

        @Override
        public String wrong(Message message) {
            return "";
        }

        @Override
        public void deliver(List<Message> messages, Refusals refusals) throws SinkUnavailableException {
            if (isAway) {
                failed += messages.size();
                throw new SinkUnavailableException("it is away");
            }
            delivered += messages.size();
        }

        @Override
        public Optional<String> trouble() {
            return Optional.empty();
        }

        @Override
        public void forget() {
            forgotten++;
        }

        @Override
        public void cancel() {}

        @Override
        public void close() {}
    }

    private static final class NoRefusals implements Refusals {
        @Override
        public void refuse(String id, byte[] bytes, String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void unroutable(String route) {
            throw new AssertionError(route);
        }
    }
}
