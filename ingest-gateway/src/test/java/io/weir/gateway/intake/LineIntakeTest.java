package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.batch.Parcel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The outcome of unusual datagrams, and of lines without a timestamp. */
class LineIntakeTest {
    private static final String GOOD = "cpu,host=a value=1 1790000000000000000";
    private final Intake intake = new Intake();

    @Test
    void countsAnEmptyDatagram() {
        intake.receive("");
        assertThat(intake.counts.emptyDatagrams.sum()).isEqualTo(1);
        assertThat(intake.counts.lines.sum()).isZero();
    }

    @Test
    void takesTheReadableLinesBesideAnUnreadableOne() {
        intake.receive(GOOD + "\ncpu,host=a value=\n" + GOOD);
        assertThat(accepted()).hasSize(2);
    }

    @Test
    void reportsReasonPlaceAndSenderOfARejectedLine() {
        intake.receive(GOOD + "\n\n cpu value=1x 5");
        Parcel.Refused refused = onlyRefused();
        assertThat(refused.reason()).isEqualTo("invalid-number");
        assertThat(refused.source()).isEqualTo("127.0.0.1:4711");
        assertThat(refused.line()).isEqualTo(3);
        assertThat(new String(refused.bytes(), UTF_8)).isEqualTo(" cpu value=1x 5");
        assertThat(refused.bytes()[refused.at()]).isEqualTo((byte) 'x');
        assertThat(refused.receivedMillis()).isEqualTo(Intake.NOW_MILLIS);
    }

    @Test
    void refusesWhatIsLeftOfATruncatedLine() {
        for (int length = 1; length < GOOD.indexOf("1 "); length++) {
            Intake fresh = new Intake();
            fresh.receive(GOOD.substring(0, length));
            assertThat(fresh.counts.rejected.total())
                    .as(GOOD.substring(0, length))
                    .isEqualTo(1);
        }
    }

    @Test
    void survivesBinary() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LineIntakeTest.survivesBinary seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            intake.receive(noise);
        }
        intake.receive(GOOD);
        assertThat(accepted()).anyMatch(line -> line.endsWith(GOOD));
        assertThat(intake.counts.lines.sum()).isEqualTo(intake.counts.rejected.total() + acceptedCount);
    }

    @Test
    void refusesALineThatIsNotUtf8AndTakesItsNeighbour() {
        intake.receive(("cpu,host=M\u00fcnchen value=1 5\n" + GOOD).getBytes(ISO_8859_1));
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(java.util.Map.of("not-utf8", 1L));
        assertThat(accepted()).hasSize(1);
    }

    @Test
    void takesADatagramOfTheLargestSize() {
        String line = GOOD + "\n";
        String datagram = line.repeat(65_507 / line.length());
        intake.receive(datagram + "x".repeat(65_507 - datagram.length()));
        assertThat(accepted()).hasSize(65_507 / line.length());
        assertThat(intake.counts.rejected.total()).isLessThanOrEqualTo(1);
    }

    @Test
    void takesALineOfTheLargestSizeInABatchOfItsOwn() {
        String longLine = "cpu,host=a text=\"" + "x".repeat(65_400) + "\" 1790000000000000000";
        intake.receive(longLine);
        assertThat(accepted()).singleElement().satisfies(line -> assertThat(line)
                .endsWith(longLine));
    }

    @Test
    void takesAQuotedComma() {
        intake.receive("cpu,host=a state=\"a,b c=d\" 1");
        assertThat(accepted()).singleElement().satisfies(line -> assertThat(line)
                .endsWith("cpu,host=a state=\"a,b c=d\" 1"));
    }

    @Test
    void takesALineWithTenThousandFields() {
        String fields = IntStream.range(0, 10_000).mapToObj(i -> "f" + i + "=1").collect(Collectors.joining(","));
        intake.receive("cpu,host=a " + fields + " 1");
        assertThat(accepted()).singleElement().satisfies(line -> assertThat(line)
                .endsWith(fields + " 1"));
    }

    @Test
    void refusesDuplicatedTagsEachTimeTheyCome() {
        intake.receive("cpu,host=a,host=b value=1\ncpu,host=a,host=b value=1");
        assertThat(intake.counts.rejected.of("duplicate-tag")).isEqualTo(2);
        assertThat(intake.lines.knownSeries()).isZero();
    }

    @Test
    void stampsLinesThatSayNoTimeInTheirOrder() {
        intake.receive("cpu value=1\ncpu value=2\ncpu value=3");
        assertThat(accepted())
                .extracting(line -> line.substring(line.indexOf("value")))
                .containsExactly(
                        "value=1 " + Intake.NOW_NANOS,
                        "value=2 " + (Intake.NOW_NANOS + 1),
                        "value=3 " + (Intake.NOW_NANOS + 2));
    }

    @Test
    void refusesAStampTooFarAhead() {
        long hour = 3_600_000_000_000L;
        intake.receive("cpu value=1 " + (Intake.NOW_NANOS + hour) + "\ncpu value=1 " + (Intake.NOW_NANOS + hour + 1));
        assertThat(accepted()).hasSize(1);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(java.util.Map.of("timestamp-ahead", 1L));
    }

    @Test
    void handsOnNoMoreRefusedLinesThanTheLimitButCountsAll() {
        Intake limited = new Intake(1 << 10, 10, 3, 1 << 30);
        limited.receive("x\n".repeat(10));
        assertThat(limited.queued()).hasSize(3);
        assertThat(limited.counts.rejected.total()).isEqualTo(10);
        assertThat(limited.counts.unpublishedRejects.sum()).isEqualTo(7);
    }

    @Test
    void dropsAndCountsLinesWhenTheQueueIsFull() {
        Intake full = new Intake(200, 10, 10, 1_000);
        full.receive((GOOD + "\n").repeat(100));
        full.lines.flush();
        int kept = Intake.lines(full.queued()).size();
        assertThat(kept).isBetween(1, 99);
        assertThat(full.counts.dropped.of("broker-slow")).isEqualTo(100 - kept);
    }

    @Test
    void putsATickBehindEverythingReceivedBefore() {
        intake.receive(GOOD + "\nmem value=1");
        intake.time.tick(Intake.NOW_MILLIS + 1, 0);
        List<Parcel> parcels = intake.queued();
        List<Parcel.Tick> ticks = Intake.only(Parcel.Tick.class, parcels);
        assertThat(ticks).extracting(Parcel.Tick::partition).containsExactly(0, 1, 2, 3);
        assertThat(parcels.subList(parcels.size() - Intake.PARTITIONS, parcels.size()))
                .isEqualTo(ticks);
        assertThat(Intake.lines(parcels)).hasSize(2);
    }

    @Test
    void writesNothingIntoTheCallersBytes() {
        byte[] datagram = (GOOD + "\nx").getBytes(UTF_8);
        byte[] before = Arrays.copyOf(datagram, datagram.length);
        intake.receive(datagram);
        intake.lines.flush();
        assertThat(datagram).isEqualTo(before);
    }

    private int acceptedCount;

    private List<String> accepted() {
        intake.lines.flush();
        List<String> lines = Intake.lines(intake.queued());
        acceptedCount = lines.size();
        return lines;
    }

    private Parcel.Refused onlyRefused() {
        List<Parcel.Refused> refused = Intake.only(Parcel.Refused.class, intake.queued());
        assertThat(refused).hasSize(1);
        return refused.get(0);
    }
}
