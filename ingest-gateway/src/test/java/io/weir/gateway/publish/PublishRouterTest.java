package io.weir.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Parcel;
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
class PublishRouterTest extends FlowRig {
    PublishRouterTest(@TempDir Path directory) {
        super(directory);
    }

    @Test
    void goesPastTheSpoolWhileKafkaKeepsUp() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        flow.connect(tape);
        for (int i = 0; i < 100; i++) {
            offer();
            flow.turn(i * SECOND);
            tape.answerAll();
        }
        flow.turn(100 * SECOND);
        assertThat(counts.acknowledged.sum()).isEqualTo(100);
        assertThat(counts.spooled.sum()).isZero();
        assertThat(segments()).isEmpty();
    }

    @Test
    void spoolsAlsoWhatWasSentWhenNothingIsAcknowledgedForTwoSeconds() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        flow.connect(tape);
        offer();
        flow.turn(SECOND);
        flow.turn(2 * SECOND);
        assertThat(counts.spooled.sum()).isZero();
        flow.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        offer();
        flow.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(2);
        assertThat(tape.sent(0)).as("sent once, and nothing behind it").hasSize(1);
        tape.answerAll();
        flow.turn(5 * SECOND);
        assertThat(tape.sent(0)).hasSize(1);
        tape.answerAll();
        assertThat(tape.what(0)).hasSize(2).isSorted();
    }

    @Test
    void ticksAloneDoNotBeginTheSpoolWhileKafkaIsLookedFor() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        for (int second = 1; second < 10; second++) {
            handOff.offer(new Parcel.Tick(0, NAME, second, 0));
            flow.turn(second * SECOND);
        }
        assertThat(segments()).isEmpty();
        flow.connect(tape);
        flow.turn(10 * SECOND);
        tape.answerAll();
        flow.turn(11 * SECOND);
        assertThat(segments()).isEmpty();
        assertThat(tape.what(0)).startsWith("tick 1", "tick 2").hasSize(9);
    }

    @Test
    void anEndWithoutKafkaKeepsNoTicks() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        for (int second = 1; second < 10; second++) {
            handOff.offer(new Parcel.Tick(0, NAME, second, 0));
            flow.turn(second * SECOND);
        }
        flow.end(10 * SECOND);
        assertThat(segments()).isEmpty();
    }

    @Test
    void anEndWithoutKafkaKeepsTicksAmongLines() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        handOff.offer(new Parcel.Tick(0, NAME, 1, 0));
        offer();
        handOff.offer(new Parcel.Tick(0, NAME, 2, 0));
        flow.end(SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        PublishRouter next = flow(spool(1 << 20));
        next.connect(tape);
        next.turn(2 * SECOND);
        tape.answerAll();
        assertThat(tape.what(0)).hasSize(3).startsWith("tick 1").endsWith("tick 2");
    }

    @Test
    void linesBeginTheSpoolTwoSecondsAfterTheyCameWhileKafkaIsLookedFor() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        handOff.offer(new Parcel.Tick(0, NAME, 1, 0));
        flow.turn(9 * SECOND);
        offer();
        flow.turn(11 * SECOND);
        assertThat(segments()).isEmpty();
        flow.turn(12 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
    }

    @Test
    void hasPatienceFromWhenKafkaIsFound() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        offer();
        flow.turn(SECOND);
        flow.connect(tape);
        flow.turn(3 * SECOND);
        flow.turn(5 * SECOND);
        assertThat(counts.spooled.sum()).isZero();
        flow.turn(6 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
    }

    @Test
    void aGatewayThatSpoolsSaysHowFarItIsAndThatItIsThere() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        flow.connect(tape);
        tick(10);
        flow.turn(SECOND);
        tape.answerAll();
        flow.turn(SECOND);
        offer();
        flow.turn(SECOND);
        nowMillis = 4_000;
        tick(11);
        flow.turn(4 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        assertThat(tape.sent(0)).as("Kafka does not answer").hasSize(1);
        nowMillis = 5_000;
        tape.answerAll();
        flow.turn(5 * SECOND);
        assertThat(tape.sent(0))
                .as("out of the spool, and beside it")
                .containsExactlyInAnyOrder(
                        new Tape.Stored(0, "tick 11", NAME, 5_000), new Tape.Stored(0, "tick 10", NAME, 5_000));
    }

    @Test
    void aTickBesideTheOrderSaysNothingThatKafkaHasNot() throws Exception {
        Spool spool = spool(1 << 20);
        spool.append(1, ParcelBytes.write(new Parcel.Batch(0, NAME, bytes(), 1, 1, counts)));
        spool.append(1, ParcelBytes.write(new Parcel.Tick(0, NAME, 7, 0)));
        PublishRouter flow = flow(spool);
        flow.connect(tape);
        flow.turn(SECOND);
        flow.turn(2 * SECOND);
        assertThat(tape.sent(0)).as("no tick is known yet").hasSize(2);
        tape.answer(0);
        flow.turn(3 * SECOND);
        assertThat(tape.sent(0)).hasSize(1);
    }

    @Test
    void leavesTheHandOffToFillUpOnceTheSpoolIsFull() throws Exception {
        PublishRouter flow = flow(spool(20_000));
        for (int i = 0; i < 100; i++) {
            offer();
            flow.turn((3 + i) * SECOND);
        }
        assertThat(counts.spooled.sum()).isBetween(20L, 28L);
        assertThat(handOff.fullness())
                .as("half of it, as other partitions go on")
                .isBetween(0.5, 0.7);
        assertThat(handOff.whyFull()).isEqualTo("spool-full");
        assertThat(handOff.hasRoom()).isFalse();
        assertThat(pressure.isHigh()).isTrue();
        assertThat(flow.state(103 * SECOND, 1).text()).contains("which is full: lines are dropped");

        flow.connect(tape);
        for (int i = 0; i < 100; i++) {
            flow.turn((103 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(flow.isIdle()).isTrue();
        assertThat(handOff.whyFull()).isEqualTo("broker-slow");
        assertThat(pressure.isHigh()).isFalse();
        assertThat(tape.what(0)).hasSize((int) counts.acknowledged.sum()).isSorted();
    }

    @Test
    void keepsGoingInMemoryWhenTheDiskFails() throws Exception {
        Spool spool = spool(1 << 20);
        PublishRouter flow = flow(spool);
        flow.connect(tape);
        deleteDirectory();
        offer();
        flow.turn(SECOND);
        flow.turn(4 * SECOND);
        assertThat(failures.sum()).isEqualTo(1);
        flow.turn(5 * SECOND);
        assertThat(failures.sum()).as("left alone for a while").isEqualTo(1);
        offer();
        flow.turn(5 * SECOND);
        tape.answerAll();
        flow.turn(5 * SECOND);
        tape.answerAll();
        flow.turn(5 * SECOND);
        assertThat(counts.acknowledged.sum()).isEqualTo(2);

        offer();
        flow.turn(20 * SECOND);
        Files.createDirectories(directory);
        flow.turn(40 * SECOND);
        assertThat(counts.spooled.sum()).as("tried again").isEqualTo(1);
    }

    @Test
    void countsWhatTheDiskSpoiled() throws Exception {
        PublishRouter flow = flow(spool(1 << 20));
        for (int i = 0; i < 8; i++) {
            offer();
            flow.turn((3 + i) * SECOND);
        }
        assertThat(counts.spooled.sum()).isEqualTo(8);
        Path file = segments().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        flow.connect(tape);
        for (int i = 0; i < 5; i++) {
            flow.turn((20 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(flow.isIdle()).isTrue();
        assertThat(counts.acknowledged.sum()).isBetween(1L, 7L);
        assertThat(counts.dropped.of("spool-spoiled")).isEqualTo(8 - counts.acknowledged.sum());
    }

    @Test
    void countsWhatALargerTopicHadLeft() throws Exception {
        Spool spool = spool(1 << 20);
        spool.append(4, ParcelBytes.write(new Parcel.Batch(3, NAME, bytes(), 3, 1, counts)));
        spool.close();
        PublishRouter flow = flow(Spool.open(new SpoolSettings(directory, 1 << 20, 0), 3), 3);
        flow.connect(tape);
        flow.turn(SECOND);
        flow.turn(SECOND);
        assertThat(counts.recovered.sum()).isEqualTo(3);
        assertThat(counts.dropped.of("no-such-partition")).isEqualTo(3);
        assertThat(flow.isIdle()).isTrue();
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
