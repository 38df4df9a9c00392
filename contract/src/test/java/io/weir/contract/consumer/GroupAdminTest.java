package io.weir.contract.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Kafka that accepts a connection and answers nothing. ReplacedTopicTest has one that answers. */
class GroupAdminTest {
    private final ServerSocket silent;
    private final Map<String, Object> client;

    GroupAdminTest() throws IOException {
        silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        client = Map.of("bootstrap.servers", "127.0.0.1:" + silent.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        silent.close();
    }

    @Test
    void closingEndsAWaitOfAnotherThread() throws Exception {
        GroupAdmin admin = new GroupAdmin(client);
        CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> {
            long startNanos = System.nanoTime();
            assertThatThrownBy(() -> admin.topicId("in")).isInstanceOf(KafkaException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(4));
        });
        silent.accept().close();
        admin.close();
        asking.get();
        assertThatThrownBy(() -> admin.topicId("in")).isInstanceOf(KafkaException.class);
    }

    @Test
    void theErrorSaysWhatKafkaDoesNotAnswer() {
        try (GroupAdmin admin = new GroupAdmin(client, 50)) {
            assertThatThrownBy(() -> admin.topicId("in"))
                    .hasMessage("Kafka does not report the ids of the topics [in]: no answer within 50 ms");
            assertThatThrownBy(() -> admin.committed("writer"))
                    .hasMessage("Kafka does not report the offsets of the group writer: no answer within 50 ms");
        }
    }
}
