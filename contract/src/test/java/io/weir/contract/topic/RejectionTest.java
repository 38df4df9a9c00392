package io.weir.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class RejectionTest {

    private static final byte[] BYTES = {'c', 'p', 'u', 0, (byte) 0xff};

    @Test
    void keepsTheBytesAndTheReason() {
        Rejection why = new Rejection("gateway", "missing-field-value", "10.0.0.7:4711", 3);

        ProducerRecord<byte[], byte[]> rejected = why.of(BYTES, new Topics("x."), 1_700_000_000_000L);

        assertThat(rejected.topic()).isEqualTo("x.metrics.rejected");
        assertThat(rejected.value()).isEqualTo(BYTES);
        assertThat(rejected.timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(Rejection.read(rejected.headers())).isEqualTo(why);
    }

    @Test
    void readsARecordWithoutHeaders() {
        assertThat(Rejection.read(new RecordHeaders())).isEqualTo(new Rejection("", "", "", -1));
    }
}
