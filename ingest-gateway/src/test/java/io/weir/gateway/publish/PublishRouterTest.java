package io.weir.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The route of parcels: directly, through the spool, or dropped. */
class PublishRouterTest extends RouterRig {
    PublishRouterTest(@TempDir Path directory) {
        super(directory);
    }

    @Test
    void goesPastTheSpoolWhileKafkaKeepsUp() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        router.connect(tape);
        for (int i = 0; i < 100; i++) {
            offer();
            router.turn(i * SECOND);
            tape.answerAll();
        }
        router.turn(100 * SECOND);
        assertThat(counts.acknowledged.sum()).isEqualTo(100);
        assertThat(counts.spooled.sum()).isZero();
        assertThat(segments()).isEmpty();
    }

    @Test
    void spoolsSentBatchesWithoutAcknowledgementFor2s() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        router.connect(tape);
        offer();
        router.turn(SECOND);
        router.turn(2 * SECOND);
        assertThat(counts.spooled.sum()).isZero();
        router.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        offer();
        router.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(2);
        assertThat(tape.sent(0)).as("sent once, and nothing behind it").hasSize(1);
        tape.answerAll();
        router.turn(5 * SECOND);
        assertThat(tape.sent(0)).hasSize(1);
        tape.answerAll();
        assertThat(tape.what(0)).hasSize(2).isSorted();
    }

    @Test
    void ticksAloneDoNotBeginTheSpoolWhileKafkaIsLookedFor() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        for (int second = 1; second < 10; second++) {
            queue.offer(new Parcel.Tick(0, NAME, second, 0));
            router.turn(second * SECOND);
        }
        assertThat(segments()).isEmpty();
        router.connect(tape);
        router.turn(10 * SECOND);
        tape.answerAll();
        router.turn(11 * SECOND);
        assertThat(segments()).isEmpty();
        assertThat(tape.what(0)).startsWith("tick 1", "tick 2").hasSize(9);
    }

    @Test
    void anEndWithoutKafkaKeepsNoTicks() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        for (int second = 1; second < 10; second++) {
            queue.offer(new Parcel.Tick(0, NAME, second, 0));
            router.turn(second * SECOND);
        }
        router.end(10 * SECOND, SECOND);
        assertThat(segments()).isEmpty();
    }

    @Test
    void anEndWithoutKafkaKeepsTicksAmongLines() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        queue.offer(new Parcel.Tick(0, NAME, 1, 0));
        offer();
        queue.offer(new Parcel.Tick(0, NAME, 2, 0));
        router.end(SECOND, SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        PublishRouter next = router(spool(1 << 20));
        next.connect(tape);
        next.turn(2 * SECOND);
        tape.answerAll();
        assertThat(tape.what(0)).hasSize(3).startsWith("tick 1").endsWith("tick 2");
    }

    @Test
    void startsSpoolingTwoSecondsAfterArrivalWithoutKafka() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        queue.offer(new Parcel.Tick(0, NAME, 1, 0));
        router.turn(9 * SECOND);
        offer();
        router.turn(11 * SECOND);
        assertThat(segments()).isEmpty();
        router.turn(12 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
    }

    @Test
    void hasPatienceFromWhenKafkaIsFound() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        offer();
        router.turn(SECOND);
        router.connect(tape);
        router.turn(3 * SECOND);
        router.turn(5 * SECOND);
        assertThat(counts.spooled.sum()).isZero();
        router.turn(6 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
    }

    @Test
    void aSpoolingGatewayReportsItsProgress() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        router.connect(tape);
        tick(10);
        router.turn(SECOND);
        tape.answerAll();
        router.turn(SECOND);
        offer();
        router.turn(SECOND);
        nowMillis = 4_000;
        tick(11);
        router.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        assertThat(tape.sent(0)).as("Kafka does not answer").hasSize(1);
        nowMillis = 5_000;
        tape.answerAll();
        router.turn(5 * SECOND);
        assertThat(tape.sent(0))
                .as("out of the spool, and beside it")
                .containsExactlyInAnyOrder(
                        new Tape.Stored(0, "tick 11", NAME, 5_000), new Tape.Stored(0, "tick 10", NAME, 5_000));
    }

    @Test
    void repeatsNoTickThatKafkaHasNotAcknowledged() throws Exception {
        Spool spool = spool(1 << 20);
        spool.append(1, ParcelBytes.write(new Parcel.Batch(0, NAME, bytes(), 1, 1, counts)));
        spool.append(1, ParcelBytes.write(new Parcel.Tick(0, NAME, 7, 0)));
        PublishRouter router = router(spool);
        router.connect(tape);
        router.turn(SECOND);
        router.turn(2 * SECOND);
        assertThat(tape.sent(0)).as("no tick is known yet").hasSize(2);
        tape.answer(0);
        router.turn(3 * SECOND);
        assertThat(tape.sent(0)).hasSize(1);
    }

    @Test
    void leavesTheQueueToFillUpOnceTheSpoolIsFull() throws Exception {
        PublishRouter router = router(spool(20_000));
        for (int i = 0; i < 100; i++) {
            offer();
            router.turn((3 + i) * SECOND);
        }
        assertThat(counts.spooled.sum()).isBetween(20L, 28L);
        assertThat(queue.fullness()).as("half of it, as other partitions go on").isBetween(0.5, 0.7);
        assertThat(queue.whyFull()).isEqualTo("spool-full");
        assertThat(queue.hasRoom()).isFalse();
        assertThat(pressure.isHigh()).isTrue();
        assertThat(router.state(103 * SECOND, 1).text()).contains("which is full: lines are dropped");

        router.connect(tape);
        for (int i = 0; i < 100; i++) {
            router.turn((103 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(router.isIdle()).isTrue();
        assertThat(queue.whyFull()).isEqualTo("broker-slow");
        assertThat(pressure.isHigh()).isFalse();
        assertThat(tape.what(0)).hasSize((int) counts.acknowledged.sum()).isSorted();
    }

    @Test
    void keepsGoingInMemoryWhenTheDiskFails() throws Exception {
        Spool spool = spool(1 << 20);
        PublishRouter router = router(spool);
        router.connect(tape);
        deleteDirectory();
        offer();
        router.turn(SECOND);
        router.turn(4 * SECOND);
        assertThat(failures.sum()).isEqualTo(1);
        router.turn(5 * SECOND);
        assertThat(failures.sum()).as("left alone for a while").isEqualTo(1);
        offer();
        router.turn(5 * SECOND);
        tape.answerAll();
        router.turn(5 * SECOND);
        tape.answerAll();
        router.turn(5 * SECOND);
        assertThat(counts.acknowledged.sum()).isEqualTo(2);

        offer();
        router.turn(20 * SECOND);
        Files.createDirectories(directory);
        router.turn(40 * SECOND);
        assertThat(counts.spooled.sum()).as("tried again").isEqualTo(1);
    }

    @Test
    void countsWhatTheDiskSpoiled() throws Exception {
        PublishRouter router = router(spool(1 << 20));
        for (int i = 0; i < 8; i++) {
            offer();
            router.turn((3 + i) * SECOND);
        }
        assertThat(counts.spooled.sum()).isEqualTo(8);
        Path file = segments().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        router.connect(tape);
        for (int i = 0; i < 5; i++) {
            router.turn((20 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(router.isIdle()).isTrue();
        assertThat(counts.acknowledged.sum()).isBetween(1L, 7L);
        assertThat(counts.dropped.of("spool-spoiled")).isEqualTo(8 - counts.acknowledged.sum());
    }

    @Test
    void countsWhatALargerTopicHadLeft() throws Exception {
        Spool spool = spool(1 << 20);
        spool.append(4, ParcelBytes.write(new Parcel.Batch(3, NAME, bytes(), 3, 1, counts)));
        spool.close();
        PublishRouter router = router(Spool.open(new SpoolSettings(directory, 1 << 20, 0), 3), 3);
        router.connect(tape);
        router.turn(SECOND);
        router.turn(SECOND);
        assertThat(counts.recovered.sum()).isEqualTo(3);
        assertThat(counts.dropped.of("no-such-partition")).isEqualTo(3);
        assertThat(router.isIdle()).isTrue();
    }

    private void deleteDirectory() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
