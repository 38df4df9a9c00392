package io.weir.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.RelayMeters;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The messages of a failed delivery whose partition moves to another member of the group. */
class RelayLoopTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final TopicPartition OTHER = new TopicPartition("in", 1);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RejectedRecords rejected = new RejectedRecords("test", KafkaSettings.defaults());
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final UnavailableSink sink = new UnavailableSink();
    private final RelayLoop loop = new RelayLoop(
            "test",
            Begin.OLDEST,
            consumer,
            new MissedRecords("test", meters, rejected),
            Map.of("in", (from, to, refusals) -> to.add(message(from))),
            sink,
            new NoRefusals(),
            new RelayMeters(meters, "test"));

    @BeforeEach
    void failADelivery() throws InterruptedException {
        loop.join();
        consumer.rebalance(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.addRecord(new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[] {1}));
        loop.turn();
        assertThat(sink.failed).isEqualTo(1);
    }

    @AfterEach
    void close() {
        consumer.close();
        rejected.close();
    }

    @Test
    void theSinkForgetsTheMessagesOfALostPartition() {
        loop.onPartitionsLost(List.of(PARTITION));

        assertThat(sink.forgotten).isEqualTo(1);
    }

    @Test
    void theSinkKeepsTheMessagesOfAnotherPartition() {
        loop.onPartitionsLost(List.of(OTHER));

        assertThat(sink.forgotten).isZero();
    }

    private static Message message(ConsumerRecord<byte[], byte[]> from) {
        return new Message("in/0/0", "route", from.key(), from.value(), Message.TEXT, 0);
    }

    private static final class UnavailableSink implements Sink {
        private int failed;
        private int forgotten;

        @Override
        public String wrong(Message message) {
            return "";
        }

        @Override
        public void deliver(List<Message> messages, Refusals refusals) throws SinkUnavailableException {
            failed += messages.size();
            throw new SinkUnavailableException("it is away");
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
