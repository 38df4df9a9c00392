package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.writer.store.directory.PartitionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that has no line of the topic. ReplacedStorageTopicTest and LostEndTest have a Kafka. */
class DirectoryPositionsTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final List<String> reports = new ArrayList<>();
    private final DirectoryPositions positions = new DirectoryPositions(
            topic -> "new",
            new Gaps(
                    "main", new Reports(), new WriterMeters(new SimpleMeterRegistry(), "main"), new CountDownLatch(1)));

    @TempDir
    private Path control = Path.of("");

    @BeforeEach
    void assign() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, 9L));
    }

    @AfterEach
    void close() {
        consumer.close();
    }

    @Test
    void reportsATopicThatWasCreatedAgainWhileTheWriterWasAway() throws IOException {
        for (long offset : List.of(7L, 100L)) {
            reports.clear();
            commit(offset, "old/3");
            assertThat(position()).isEqualTo(new OffsetAndMetadata(0));
            assertThat(reports).singleElement().asString().contains("the topic was recreated");
        }
    }

    @Test
    void continuesAtTheOffsetOfTheGroup() throws IOException {
        commit(7, "new/");
        assertThat(position()).isEqualTo(new OffsetAndMetadata(7));
        assertThat(reports).isEmpty();
    }

    @Test
    void beginsWithoutAReport() throws IOException {
        assertThat(position()).isEqualTo(new OffsetAndMetadata(0));
        assertThat(reports).isEmpty();
    }

    private void commit(long offset, String metadata) {
        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(offset, metadata)));
    }

    private OffsetAndMetadata position() throws IOException {
        PartitionLog log = PartitionLog.read(control, "new", 0);
        return positions.position(PARTITION, log, OptionalLong.empty(), positions.read(consumer, PARTITION));
    }

    private final class Reports implements Rejects {
        @Override
        public void keep(byte[] line, String reason, String source) {
            reports.add(reason);
        }

        @Override
        public void forget() {}

        @Override
        public boolean flush(CountDownLatch stop) {
            return true;
        }
    }
}
