package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.Rejection;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedLinesTest {
    private static final long MILLIS = 1_795_168_800_123L;
    private final RefusedLines refused = new RefusedLines("refused");

    @Test
    void aRefusedLineIsATextWithItsReason() {
        assertThat(line(
                        new Rejection("writer", "store-refused: field \"v\" is a\nfloat", "metrics.storage/1/17", 5),
                        3,
                        42,
                        "cpu,host=a v=\"x\" 1\n"))
                .isEqualTo("refused,code=store-refused,partition=3,stage=writer line=\"cpu,host=a v=\\\"x\\\" 1\","
                        + "reason=\"store-refused: field \\\"v\\\" is a float\",source=\"metrics.storage/1/17\","
                        + "at=5i,bytes=19i 1795168800123000042\n");
    }

    @Test
    void aRecordWithoutHeadersBytesOrTimeIsALine() {
        ConsumerRecord<byte[], byte[]> bare = record(MILLIS, new RecordHeaders(), 0, 0, null);
        assertThat(text(refused.lines(bare)))
                .isEqualTo("refused,partition=0 line=\"\",reason=\"\",source=\"\",at=-1i,bytes=0i "
                        + "1795168800123000000\n");
        for (long millis : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 9_999_999_999_999L}) {
            ConsumerRecord<byte[], byte[]> strange = record(millis, new RecordHeaders(), 0, 999_999, new byte[1]);
            assertThat(text(refused.lines(strange))).matches("(?s)refused,.* \\d{1,19}\n");
        }
    }

    @Test
    void tagsHaveNoBackslashes() {
        assertThat(line(new Rejection("\\", " a\\\\: b", "", -1), 0, 0, ""))
                .startsWith("refused,code=a//,partition=0,stage=/ line=\"\",reason=\" a\\\\\\\\: b\",");
    }

    @Test
    void aLongLineIsCut() {
        String stored =
                line(new Rejection("gateway", "line-too-long", "1.2.3.4:5", -1), 0, 0, "\u20ac\"".repeat(200_000));
        assertThat(stored.getBytes(UTF_8).length).isLessThan(64 << 10);
        assertThat(stored)
                .contains("line=\"" + "\u20ac\\\"".repeat(RefusedLines.MOST_CHARACTERS / 2) + "\",reason=")
                .contains("bytes=800000i");
    }

    /** The store is the oracle: it accepts each line, and has as many points as there are records. */
    @Test
    void anyBytesAreStoredAsOnePointHoweverOftenTheyAreWritten(@TempDir Path directory) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        for (int offset = 0; offset < 300; offset++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            // Half of the records differ by their place in the topic only.
            byte[] reason = new byte[offset < 150 ? random.nextInt(40) : 0];
            random.nextBytes(reason);
            RecordHeaders headers = new RecordHeaders();
            headers.add(Rejection.STAGE, reason.clone()).add(Rejection.REASON, reason);
            lines.add(
                    text(refused.lines(record(MILLIS + random.nextInt(2), headers, random.nextInt(3), offset, bytes))));
        }
        try (EmbeddedQuestDb questDb = new EmbeddedQuestDb(directory).start();
                Parcel parcel = new Parcel(questDb.url())) {
            for (int round = 0; round < 2; round++) {
                assertThat(parcel.deliver(lines.toArray(String[]::new))).isTrue();
            }

            assertThat(parcel.rejected).as("seed %d", seed).isEmpty();
            assertThat(questDb.rows("SELECT count() FROM refused").toString())
                    .as("seed %d", seed)
                    .isEqualTo("[[300]]");
        }
    }

    private String line(Rejection why, int partition, long offset, String bytes) {
        RecordHeaders headers = new RecordHeaders();
        why.addTo(headers);
        return text(refused.lines(record(MILLIS, headers, partition, offset, bytes.getBytes(UTF_8))));
    }

    private static ConsumerRecord<byte[], byte[]> record(
            long millis, RecordHeaders headers, int partition, long offset, byte @Nullable [] bytes) {
        return new ConsumerRecord<>(
                "metrics.rejected",
                partition,
                offset,
                millis,
                TimestampType.CREATE_TIME,
                0,
                0,
                null,
                bytes,
                headers,
                Optional.empty());
    }

    private static String text(byte[] line) {
        return new String(line, UTF_8);
    }
}
