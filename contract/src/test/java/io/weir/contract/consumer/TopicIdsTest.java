package io.weir.contract.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

/** A Kafka that accepts a connection and answers nothing. ReplacedTopicTest has one that answers. */
class TopicIdsTest {
    @Test
    void closingEndsAWaitOfAnotherThread() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TopicIds ids = new TopicIds(Map.of("bootstrap.servers", "127.0.0.1:" + silent.getLocalPort()));
            CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> {
                long startNanos = System.nanoTime();
                assertThatThrownBy(() -> ids.of("in")).isInstanceOf(KafkaException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(4));
            });
            silent.accept().close();
            ids.close();
            asking.get();
            assertThatThrownBy(() -> ids.of("in")).isInstanceOf(KafkaException.class);
        }
    }
}
