package io.weir.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.spool.Spool;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outcome of lines that Kafka rejects. */
class PublishRouterRefusalTest extends RouterRig {
    PublishRouterRefusalTest(@TempDir Path directory) {
        super(directory);
    }

    @Test
    void whatKafkaRefusesIsSpooledAndSentAgainInItsOrder() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        router.connect(tape);
        tape.refused.add(0);
        for (int i = 0; i < 3; i++) {
            offer();
        }
        router.turn(SECOND);
        tape.answerAll();
        router.turn(SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(3);
        assertThat(router.state(SECOND, 0).text())
                .startsWith("Kafka refuses topic (1 of 5 partitions): Not authorized: ");
        router.turn(2 * SECOND);
        assertThat(tape.sent(0)).as("one at a time").hasSize(1);
        tape.answerAll();
        router.turn(2 * SECOND);
        tape.refused.clear();
        for (int i = 0; i < 5; i++) {
            router.turn((3 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(router.state(7 * SECOND, 0).isDirect()).isTrue();
        assertThat(tape.what(0)).hasSize(3).isSorted();
        assertThat(counts.sent.sum()).isEqualTo(3);
        assertThat(counts.acknowledged.sum()).isEqualTo(3);
        assertThat(counts.lost.total()).isZero();
    }

    @Test
    void aRefusedPartitionDoesNotStopTheOthers() throws Exception {
        for (Spool spool : new Spool[] {null, spool(1 << 20)}) {
            PublishRouter router = router(spool);
            router.connect(tape);
            tape.refused.add(0);
            for (int second = 1; second < 60; second++) {
                offer();
                queue.offer(new Parcel.Batch(1, NAME, bytes(), 1, 1, counts));
                router.turn(second * SECOND);
                tape.answerAll();
            }
            router.turn(60 * SECOND);
            assertThat(tape.what(0)).isEmpty();
            assertThat(tape.what(1)).hasSize(59);
            assertThat(queue.fullness()).isLessThan(0.7);
            router.end(61 * SECOND, SECOND);
            queue.closedLanes(null);
            tape.stored.clear();
            tape.pending.clear();
        }
    }
}
