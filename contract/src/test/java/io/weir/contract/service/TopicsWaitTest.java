package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TopicsWaitTest {

    @Test
    void reportsItsWaitAndEndsPromptly() throws Exception {
        String nobody = "127.0.0.1:" + freePort();
        TopicsWait wait = new TopicsWait("test", KafkaSettings.defaults().withBootstrap(nobody), () -> {});

        wait.start();
        Health waiting = wait.health();
        long beforeNanos = System.nanoTime();
        wait.close();

        assertThat(waiting).isEqualTo(Health.waiting("waits for Kafka at " + nobody));
        assertThat(System.nanoTime() - beforeNanos).isLessThan(TimeUnit.MINUTES.toNanos(1));
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
