package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import io.weir.gateway.intake.batch.BatchNumbers;
import io.weir.gateway.intake.batch.EarlyBatches;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.spool.Owners;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records for a producer that rejects some as too large. */
class KafkaOutletTest extends RouterRig {
    private static final EarlyBatches UNCOMPARED =
            new EarlyBatches(new ReceiveClock(Clock.systemUTC(), System::nanoTime), new BatchNumbers(), 1);

    private static final Topics TOPICS = new Topics("");
    private static final int MOST_BYTES = 100;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized Future<RecordMetadata> send(
                        ProducerRecord<byte[], byte[]> record, @Nullable Callback answer) {
                    if (record.topic().equals(TOPICS.raw()) && record.value().length > MOST_BYTES && answer != null) {
                        RuntimeException tooLarge = new RecordTooLargeException("more than " + MOST_BYTES);
                        answer.onCompletion(null, tooLarge);
                        return CompletableFuture.failedFuture(tooLarge);
                    }
                    return super.send(record, answer);
                }
            };

    KafkaOutletTest(@TempDir Path directory) {
        super(directory);
    }

    /**
     * The first is rejected alone while the second is still among others, which are divided again.
     */
    @Test
    void eachLineThatIsTooLargeIsRejectedOnce() throws Exception {
        List<String> lines = List.of(line('a', 150), line('b', 110), line('c', 40), line('d', 50), line('e', 90));
        PublishRouter router = router(null);
        router.connect(new KafkaOutlet(
                () -> producer, new RecordWriter(TOPICS, "g", Owners.none(), UNCOMPARED, () -> nowMillis), queue));
        byte[] batch = String.join("", lines).getBytes(UTF_8);
        queue.offer(new Parcel.Batch(0, NAME, batch, lines.size(), 1, counts));
        for (int i = 1; i < 10; i++) {
            router.turn(i * SECOND);
        }
        assertThat(sent(TOPICS.rejected())).containsExactly(lines.get(0), lines.get(1));
        assertThat(counts.tooLarge.sum()).isEqualTo(2);
        assertThat(counts.acknowledged.sum()).isEqualTo(3);
        assertThat(sent(TOPICS.raw())).containsSubsequence(lines.get(2) + lines.get(3), lines.get(4));
        assertThat(producer.history())
                .filteredOn(record -> record.topic().equals(TOPICS.raw()))
                .allSatisfy(record -> assertThat(new String(record.value(), UTF_8))
                        .startsWith(lines.get(BatchHeaders.firstLine(record.headers()))));
        assertThat(router.isIdle()).isTrue();
    }

    private List<String> sent(String topic) {
        return producer.history().stream()
                .filter(record -> record.topic().equals(topic))
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }

    /** A line of this length. */
    private static String line(char series, int bytes) {
        return series + " v=1" + "1".repeat(bytes - 8) + " 1\n";
    }
}
