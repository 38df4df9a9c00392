package io.weir.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.LineReceipts;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.Receipt.Outcome;
import io.weir.gateway.spool.MemoryDisk;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receipts: the notification of senders that wait. */
class PublishRouterReceiptTest extends RouterRig {
    PublishRouterReceiptTest(@TempDir Path directory) {
        super(directory);
    }

    @Test
    void reportsLinesSafeOnceKafkaOrTheDiskHasThem() throws Exception {
        Spool spool = Spool.on(new MemoryDisk(), new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1);
        PublishRouter router = router(spool);
        router.connect(tape);
        List<Outcome> first = close(offered(false));
        router.turn(SECOND);
        assertThat(first).isEmpty();
        tape.answerAll();
        assertThat(first).containsExactly(Outcome.SAFE);

        List<Outcome> second = close(offered(false));
        router.turn(2 * SECOND);
        assertThat(second).isEmpty();
        router.turn(5 * SECOND);
        List<Outcome> third = close(offered(false));
        router.turn(5 * SECOND);
        spool.force();
        assertThat(second).as("spooled").containsExactly(Outcome.SAFE);
        assertThat(third).containsExactly(Outcome.SAFE);
    }

    @Test
    void whatCanBeReadAgainIsSafeInKafkaOnly() throws Exception {
        Spool spool = Spool.on(new MemoryDisk(), new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1);
        PublishRouter router = router(spool);
        router.connect(tape);
        List<Outcome> sent = close(offered(true));
        router.turn(SECOND);
        router.turn(4 * SECOND);
        List<Outcome> spooled = close(offered(true));
        router.turn(4 * SECOND);
        spool.force();
        assertThat(counts.spooled.sum()).isEqualTo(2);
        assertThat(sent).isEmpty();
        assertThat(spooled).isEmpty();
        tape.answerAll();
        router.turn(5 * SECOND);
        tape.answerAll();
        router.turn(5 * SECOND);
        assertThat(sent).containsExactly(Outcome.SAFE);
        assertThat(spooled).containsExactly(Outcome.SAFE);
    }

    /** A bit flips while the gateway runs: Kafka gets one of two batches. */
    @Test
    void aSpoiledBatchIsNotSafe() throws Exception {
        for (boolean isFirst : new boolean[] {true, false}) {
            MemoryDisk disk = new MemoryDisk();
            PublishRouter router = router(Spool.on(disk, new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1));
            List<Outcome> first = close(offered(true));
            List<Outcome> second = close(offered(true));
            router.turn(3 * SECOND);
            byte[] bytes = disk.bytes(disk.segments().get(0));
            bytes[(isFirst ? bytes.length / 2 : bytes.length) - 1] ^= 1;
            router.connect(tape);
            for (int i = 0; i < 3; i++) {
                router.turn((4 + i) * SECOND);
                tape.answerAll();
            }
            assertThat(isFirst ? first : second).as("spoiled").containsExactly(Outcome.NOT_SAFE);
            assertThat(isFirst ? second : first).containsExactly(Outcome.SAFE);
        }
        assertThat(tape.what(0)).hasSize(2);
        assertThat(counts.dropped.of("spool-spoiled")).isEqualTo(2);
    }

    @Test
    void whatTheDiskDoesNotKeepIsNotSafe() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1);
        PublishRouter router = router(spool);
        List<Outcome> told = close(offered(false));
        router.turn(3 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        disk.isForceFailing = true;
        spool.force();
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        router.turn(4 * SECOND);
        assertThat(failures.sum()).isEqualTo(1);
        assertThat(router.state(4 * SECOND, 0).text())
                .contains("the spool's disk fails")
                .contains("does not write");
    }

    @Test
    void reportsLinesLostAtTheEndAsNotSafe() throws Exception {
        PublishRouter router = router(null);
        router.connect(tape);
        List<Outcome> told = close(offered(false));
        router.turn(SECOND);
        offer();
        router.end(SECOND, SECOND);
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        assertThat(counts.lost.of("shutdown")).isEqualTo(1);
        assertThat(counts.dropped.of("shutdown")).isEqualTo(1);
        assertThat(tape.isClosed).isTrue();
    }

    @Test
    void withoutASpoolReportsKafkasRefusalToSenders() throws Exception {
        PublishRouter router = router(null);
        router.connect(tape);
        tape.refused.add(0);
        List<Outcome> told = close(offered(false));
        List<Outcome> ofKafka = close(offered(true));
        router.turn(SECOND);
        tape.answerAll();
        assertThat(queue.hasRoom()).isTrue();
        router.turn(2 * SECOND);
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        assertThat(ofKafka).isEmpty();
        assertThat(queue.hasRoom()).isFalse();
        tape.refused.clear();
        for (int i = 0; i < 5; i++) {
            router.turn((3 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(queue.hasRoom()).isTrue();
        assertThat(counts.acknowledged.sum()).isEqualTo(2);
        assertThat(ofKafka).containsExactly(Outcome.SAFE);
    }

    /** Offers a line of the first partition. Returns its receipt. */
    private LineReceipts offered(boolean isForKafka) {
        LineReceipts receipts = new LineReceipts(isForKafka);
        queue.offer(new Parcel.Batch(0, NAME, bytes(), 1, 1, counts, receipts.open(), null));
        return receipts;
    }

    private static List<Outcome> close(LineReceipts receipts) {
        List<Outcome> told = new CopyOnWriteArrayList<>();
        receipts.take().close(told::add);
        return told;
    }
}
