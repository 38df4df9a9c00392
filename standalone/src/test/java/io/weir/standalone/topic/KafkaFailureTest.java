package io.weir.standalone.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class KafkaFailureTest {
    @Test
    void isTheInnermostMessage() {
        assertThat(KafkaFailure.reason(new ExecutionException(new TimeoutException("no node"))))
                .isEqualTo("no node");
        assertThat(KafkaFailure.reason(new KafkaException("Failed", new IllegalStateException("no file"))))
                .isEqualTo("no file");
        assertThat(KafkaFailure.reason(new KafkaException("Failed to construct it", new IllegalStateException(" "))))
                .isEqualTo("Failed to construct it");
    }

    @Test
    void isNeverTheNameOfAClass() {
        assertThat(KafkaFailure.reason(new ExecutionException(new IllegalStateException())))
                .isEqualTo("without a reason");
        assertThat(KafkaFailure.reason(
                        new ExecutionException(new KafkaException("Failed", new IllegalStateException()))))
                .isEqualTo("Failed");
    }
}
