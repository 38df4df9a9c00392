package io.weir.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.batch.Parcel;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Topics of an unavailable Kafka. Tests with Kafka are in the standalone module. */
class TopicInputTest {
    private static final Set<String> TOPICS = Set.of("metrics.raw");
    private static final long DEADLINE_MILLIS = 20_000;

    /** The input waits for an answer while the gateway ticks. */
    @Test
    void aSilentKafkaDoesNotHoldTheTimeBack() throws Exception {
        try (ServerSocket kafka = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                OneInput one = new OneInput("kafka-topics")) {
            Map<String, Object> client = Map.of("bootstrap.servers", "127.0.0.1:" + kafka.getLocalPort());
            TopicSource source =
                    new TopicSource("kafka-topics", client, TOPICS, "group", new OwnTopics(client, TOPICS));
            try (TopicInput input = TopicInput.open(source, one, lines -> (bytes, from, to, sender, nanos) -> {});
                    Socket asked = kafka.accept()) {
                assertThat(asked.isConnected()).isTrue();
                assertThat(input.listens()).contains("metrics.raw");
                one.time().tick(1_000, 0);
                assertThat(one.queue().peek(DEADLINE_MILLIS)).isInstanceOf(Parcel.Tick.class);
            }
        }
    }
}
