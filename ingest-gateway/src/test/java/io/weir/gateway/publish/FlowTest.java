package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.BatchName;
import io.weir.gateway.intake.BatchOrigin;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.LineReceipts;
import io.weir.gateway.intake.Parcel;
import io.weir.gateway.intake.Pressure;
import io.weir.gateway.intake.Receipt.Outcome;
import io.weir.gateway.intake.Shedding;
import io.weir.gateway.spool.MemoryDisk;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowTest {
    private static final int HAND_OFF_PARCELS = 10;
    private static final int PARTITIONS = 4;
    private static final BatchName NAME = new BatchName(-5, 3);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final Pressure pressure = new Pressure(Shedding.NONE);
    private final HandOff handOff = new HandOff(HAND_OFF_PARCELS * 1_000, pressure);
    private final InputCounts counts = new InputCounts("udp");
    private final LongAdder failures = new LongAdder();
    private final Tape tape = new Tape(new TreeMap<>());
    private int number;
    private long nowMillis;

    FlowTest(@TempDir Path directory) {
        this.directory = directory.resolve("spool");
    }

    @Test
    void goesPastTheSpoolWhileKafkaKeepsUp() throws Exception {
        Flow flow = flow(spool(1 << 20));
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
        Flow flow = flow(spool(1 << 20));
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
        Flow flow = flow(spool(1 << 20));
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
        Flow flow = flow(spool(1 << 20));
        for (int second = 1; second < 10; second++) {
            handOff.offer(new Parcel.Tick(0, NAME, second, 0));
            flow.turn(second * SECOND);
        }
        flow.end(10 * SECOND);
        assertThat(segments()).isEmpty();
    }

    @Test
    void anEndWithoutKafkaKeepsTicksAmongLines() throws Exception {
        Flow flow = flow(spool(1 << 20));
        handOff.offer(new Parcel.Tick(0, NAME, 1, 0));
        offer();
        handOff.offer(new Parcel.Tick(0, NAME, 2, 0));
        flow.end(SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        Flow next = flow(spool(1 << 20));
        next.connect(tape);
        next.turn(2 * SECOND);
        tape.answerAll();
        assertThat(tape.what(0)).hasSize(3).startsWith("tick 1").endsWith("tick 2");
    }

    @Test
    void linesBeginTheSpoolTwoSecondsAfterTheyCameWhileKafkaIsLookedFor() throws Exception {
        Flow flow = flow(spool(1 << 20));
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
        Flow flow = flow(spool(1 << 20));
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
    void tellsThatLinesAreSafeOnceKafkaOrTheDiskHasThem() throws Exception {
        Spool spool = Spool.on(new MemoryDisk(), new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1);
        Flow flow = flow(spool);
        flow.connect(tape);
        List<Outcome> first = close(offered(false));
        flow.turn(SECOND);
        assertThat(first).isEmpty();
        tape.answerAll();
        assertThat(first).containsExactly(Outcome.SAFE);

        List<Outcome> second = close(offered(false));
        flow.turn(2 * SECOND);
        assertThat(second).isEmpty();
        flow.turn(5 * SECOND);
        List<Outcome> third = close(offered(false));
        flow.turn(5 * SECOND);
        spool.force();
        assertThat(second).as("spooled").containsExactly(Outcome.SAFE);
        assertThat(third).containsExactly(Outcome.SAFE);
    }

    @Test
    void whatCanBeReadAgainIsSafeInKafkaOnly() throws Exception {
        Spool spool = Spool.on(new MemoryDisk(), new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1);
        Flow flow = flow(spool);
        flow.connect(tape);
        List<Outcome> sent = close(offered(true));
        flow.turn(SECOND);
        flow.turn(4 * SECOND);
        List<Outcome> spooled = close(offered(true));
        flow.turn(4 * SECOND);
        spool.force();
        assertThat(counts.spooled.sum()).isEqualTo(2);
        assertThat(sent).isEmpty();
        assertThat(spooled).isEmpty();
        tape.answerAll();
        flow.turn(5 * SECOND);
        tape.answerAll();
        flow.turn(5 * SECOND);
        assertThat(sent).containsExactly(Outcome.SAFE);
        assertThat(spooled).containsExactly(Outcome.SAFE);
    }

    @Test
    void whatTheDiskDoesNotKeepIsNotSafe() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        Spool spool = Spool.on(disk, new SpoolSettings(directory, 1 << 20, 0), PARTITIONS + 1);
        Flow flow = flow(spool);
        List<Outcome> told = close(offered(false));
        flow.turn(3 * SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(1);
        disk.isForceFailing = true;
        spool.force();
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        flow.turn(4 * SECOND);
        assertThat(failures.sum()).isEqualTo(1);
        assertThat(flow.state(4 * SECOND, 0).text())
                .contains("the disk of the spool fails")
                .contains("does not write");
    }

    @Test
    void tellsThatLinesAreNotSafeThatAreLostAtTheEnd() throws Exception {
        Flow flow = flow(null);
        flow.connect(tape);
        List<Outcome> told = close(offered(false));
        flow.turn(SECOND);
        offer();
        flow.end(SECOND);
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        assertThat(counts.lost.of("shutdown")).isEqualTo(1);
        assertThat(counts.dropped.of("shutdown")).isEqualTo(1);
        assertThat(tape.isClosed).isTrue();
    }

    @Test
    void whatKafkaRefusesIsSpooledAndSentAgainInItsOrder() throws Exception {
        Flow flow = flow(spool(1 << 20));
        flow.connect(tape);
        tape.refused.add(0);
        for (int i = 0; i < 3; i++) {
            offer();
        }
        flow.turn(SECOND);
        tape.answerAll();
        flow.turn(SECOND);
        assertThat(counts.spooled.sum()).isEqualTo(3);
        assertThat(flow.state(SECOND, 0).text())
                .startsWith("Kafka refuses topic (1 of 5 partitions): Not authorized: ");
        flow.turn(2 * SECOND);
        assertThat(tape.sent(0)).as("one at a time").hasSize(1);
        tape.answerAll();
        flow.turn(2 * SECOND);
        tape.refused.clear();
        for (int i = 0; i < 5; i++) {
            flow.turn((3 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(flow.state(7 * SECOND, 0).isDirect()).isTrue();
        assertThat(tape.what(0)).hasSize(3).isSorted();
        assertThat(counts.sent.sum()).isEqualTo(3);
        assertThat(counts.acknowledged.sum()).isEqualTo(3);
        assertThat(counts.lost.total()).isZero();
    }

    @Test
    void aRefusedPartitionDoesNotStopTheOthers() throws Exception {
        for (Spool spool : new Spool[] {null, spool(1 << 20)}) {
            Flow flow = flow(spool);
            flow.connect(tape);
            tape.refused.add(0);
            for (int second = 1; second < 60; second++) {
                offer();
                handOff.offer(new Parcel.Batch(1, NAME, bytes(), 1, 1, counts));
                flow.turn(second * SECOND);
                tape.answerAll();
            }
            flow.turn(60 * SECOND);
            assertThat(tape.what(0)).isEmpty();
            assertThat(tape.what(1)).hasSize(59);
            assertThat(handOff.fullness()).isLessThan(0.7);
            flow.end(61 * SECOND);
            handOff.closedLanes(null);
            tape.stored.clear();
            tape.pending.clear();
        }
    }

    @Test
    void withoutASpoolSendersWhoWaitAreToldThatKafkaRefuses() throws Exception {
        Flow flow = flow(null);
        flow.connect(tape);
        tape.refused.add(0);
        List<Outcome> told = close(offered(false));
        List<Outcome> ofKafka = close(offered(true));
        flow.turn(SECOND);
        tape.answerAll();
        assertThat(handOff.hasRoom()).isTrue();
        flow.turn(2 * SECOND);
        assertThat(told).containsExactly(Outcome.NOT_SAFE);
        assertThat(ofKafka).isEmpty();
        assertThat(handOff.hasRoom()).isFalse();
        tape.refused.clear();
        for (int i = 0; i < 5; i++) {
            flow.turn((3 + i) * SECOND);
            tape.answerAll();
        }
        assertThat(handOff.hasRoom()).isTrue();
        assertThat(counts.acknowledged.sum()).isEqualTo(2);
        assertThat(ofKafka).containsExactly(Outcome.SAFE);
    }

    @Test
    void aGatewayThatSpoolsSaysHowFarItIsAndThatItIsThere() throws Exception {
        Flow flow = flow(spool(1 << 20));
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
        Flow flow = flow(spool);
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
        Flow flow = flow(spool(20_000));
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
        Flow flow = flow(spool);
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
        Flow flow = flow(spool(1 << 20));
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
        Flow flow = flow(Spool.open(new SpoolSettings(directory, 1 << 20, 0), 3), 3);
        flow.connect(tape);
        flow.turn(SECOND);
        flow.turn(SECOND);
        assertThat(counts.recovered.sum()).isEqualTo(3);
        assertThat(counts.dropped.of("no-such-partition")).isEqualTo(3);
        assertThat(flow.isIdle()).isTrue();
    }

    @Test
    void readsParcelsAsTheyWereWritten() {
        ParcelBytes bytes = new ParcelBytes(name -> name.equals("udp") ? counts : new InputCounts(name));
        List<Parcel> parcels = List.of(
                new Parcel.Tick(3, NAME, 77, 5),
                new Parcel.State(1, "4\nrun=7".getBytes(UTF_8), 80),
                new Parcel.Batch(2, NAME, bytes(), 5, 78, counts),
                new Parcel.Batch(2, NAME, bytes(), 5, 78, counts, null, new BatchOrigin("topic/0", "4711*5")),
                new Parcel.Refused("cpu x".getBytes(UTF_8), "missing-fields", "[::1]:9", 4, 3, 79, counts));
        for (Parcel parcel : parcels) {
            byte[] frame = ParcelBytes.write(parcel);
            assertThat(bytes.read(frame)).usingRecursiveComparison().isEqualTo(parcel);
            for (int length = 0; length < Math.min(9, frame.length); length++) {
                assertThat(bytes.read(Arrays.copyOf(frame, length))).isNull();
            }
        }
        assertThat(bytes.read(new byte[] {'?', 0, 0})).isNull();
    }

    private void offer() {
        byte[] line = String.format("%05d", number++).getBytes(UTF_8);
        byte[] padded = new byte[1_000 - Parcel.OVERHEAD];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(line, 0, padded, 0, line.length);
        handOff.offer(new Parcel.Batch(0, NAME, padded, 1, 1, counts));
    }

    private static byte[] bytes() {
        return "cpu value=1 1\n".getBytes(UTF_8);
    }

    /** Offers a line of the first partition; returns its receipt. */
    private LineReceipts offered(boolean isForKafka) {
        LineReceipts receipts = new LineReceipts(isForKafka);
        handOff.offer(new Parcel.Batch(0, NAME, bytes(), 1, 1, counts, receipts.open(), null));
        return receipts;
    }

    private static List<Outcome> close(LineReceipts receipts) {
        List<Outcome> told = new CopyOnWriteArrayList<>();
        receipts.take().close(told::add);
        return told;
    }

    private void tick(long millis) {
        handOff.offer(new Parcel.Tick(0, NAME, millis, 0));
    }

    private Spool spool(long bytes) {
        return Spool.open(new SpoolSettings(directory, bytes, 0), PARTITIONS + 1);
    }

    private Flow flow(@Nullable Spool spool) {
        return flow(spool, PARTITIONS + 1);
    }

    private Flow flow(@Nullable Spool spool, int count) {
        InFlight inFlight = new InFlight(100_000);
        List<Lane> lanes = IntStream.range(0, count)
                .mapToObj(lane -> new Lane(lane, "topic", inFlight, 0))
                .toList();
        return new Flow(handOff, new Backlog(spool, name -> counts, count, failures), lanes, () -> nowMillis);
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".spool")).toList();
        }
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
