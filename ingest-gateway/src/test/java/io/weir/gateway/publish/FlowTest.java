package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.BatchName;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.Parcel;
import io.weir.gateway.intake.Pressure;
import io.weir.gateway.intake.Shedding;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowTest {
    private static final int HAND_OFF_PARCELS = 10;
    private static final BatchName NAME = new BatchName(-5, 3);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final Pressure pressure = new Pressure(Shedding.NONE);
    private final HandOff handOff = new HandOff(HAND_OFF_PARCELS * 1_000, pressure);
    private final InputCounts counts = new InputCounts("udp");
    private final LongAdder failures = new LongAdder();
    private final Tape tape = new Tape(new TreeMap<>());
    private int number;

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
            tape.acknowledgeAll();
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
        assertThat(tape.pending.get(0)).as("sent, each once").hasSize(2);
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
        tape.acknowledgeAll();
        flow.turn(11 * SECOND);
        assertThat(segments()).isEmpty();
        assertThat(tape.stored.get(0)).startsWith("tick 1", "tick 2").hasSize(9);
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
        tape.acknowledgeAll();
        assertThat(tape.stored.get(0)).hasSize(3).startsWith("tick 1").endsWith("tick 2");
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
    void tellsThatThingsAreSafeOnceTheyAreAcknowledgedOrSpooled() throws Exception {
        Flow flow = flow(spool(1 << 20));
        flow.connect(tape);
        boolean[] safe = new boolean[3];
        offer();
        handOff.mark(() -> safe[0] = true);
        flow.turn(SECOND);
        assertThat(safe).containsExactly(false, false, false);
        tape.acknowledgeAll();
        flow.turn(SECOND);
        assertThat(safe).containsExactly(true, false, false);

        offer();
        handOff.mark(() -> safe[1] = true);
        flow.turn(2 * SECOND);
        assertThat(safe[1]).isFalse();
        flow.turn(5 * SECOND);
        assertThat(safe[1]).as("spooled").isTrue();
        offer();
        handOff.mark(() -> safe[2] = true);
        flow.turn(5 * SECOND);
        assertThat(safe[2]).isTrue();
    }

    @Test
    void tellsNobodyThatThingsAreSafeThatAreLostAtTheEnd() throws Exception {
        Flow flow = flow(null);
        flow.connect(tape);
        boolean[] safe = new boolean[1];
        offer();
        handOff.mark(() -> safe[0] = true);
        flow.turn(SECOND);
        offer();
        flow.end(SECOND);
        assertThat(safe[0]).isFalse();
        assertThat(counts.lost.of("shutdown")).isEqualTo(1);
        assertThat(counts.dropped.of("shutdown")).isEqualTo(1);
        assertThat(tape.isClosed).isTrue();
    }

    @Test
    void leavesTheHandOffToFillUpOnceTheSpoolIsFull() throws Exception {
        Flow flow = flow(spool(20_000));
        for (int i = 0; i < 100; i++) {
            offer();
            flow.turn((3 + i) * SECOND);
        }
        assertThat(counts.spooled.sum()).isBetween(20L, 28L);
        assertThat(handOff.fullness()).isGreaterThan(0.9);
        assertThat(handOff.whyFull()).isEqualTo("spool-full");
        assertThat(handOff.hasRoom()).isFalse();
        assertThat(pressure.isHigh()).isTrue();
        assertThat(flow.state(103 * SECOND, 1).text()).contains("which is full: lines are dropped");

        flow.connect(tape);
        for (int i = 0; i < 100; i++) {
            flow.turn((103 + i) * SECOND);
            tape.acknowledgeAll();
        }
        assertThat(flow.isIdle()).isTrue();
        assertThat(handOff.whyFull()).isEqualTo("broker-slow");
        assertThat(pressure.isHigh()).isFalse();
        assertThat(tape.stored.get(0)).hasSize((int) counts.acknowledged.sum()).isSorted();
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
        tape.acknowledgeAll();
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
            tape.acknowledgeAll();
        }
        assertThat(flow.isIdle()).isTrue();
        assertThat(counts.acknowledged.sum()).isBetween(1L, 7L);
        assertThat(counts.dropped.of("spool-spoiled")).isEqualTo(8 - counts.acknowledged.sum());
    }

    @Test
    void countsWhatALargerTopicHadLeft() throws Exception {
        Spool spool = spool(1 << 20);
        spool.append(ParcelBytes.write(new Parcel.Batch(7, NAME, bytes(), 3, 1, counts)));
        spool.close();
        Flow flow = flow(spool(1 << 20));
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

    private Spool spool(long bytes) {
        return Spool.open(new SpoolSettings(directory, bytes, 0));
    }

    private Flow flow(@Nullable Spool spool) {
        return new Flow(handOff, new Backlog(spool, name -> counts, 4, failures), new Window(100_000), 0);
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
