package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineBounds;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.limit.AddressRange;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.limit.SourceFigures;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Senders that exceed their limits, and the counts. */
class LineIntakeLimitsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String LINES = "cpu,host=a value=1\n# none\n\ncpu,host=b value=1\n";

    private long now = 100 * SECOND;

    @Test
    void dropsAndCountsLinesBeyondTheBudgetOfASource() {
        Intake intake = intake(lines(new LineBudget(10, 4)));
        for (int i = 0; i < 5; i++) {
            send(intake, "10.0.0.1", LINES);
        }
        assertThat(intake.counts.dropped.snapshot()).isEqualTo(Map.of("source-rate", 6L));
        assertThat(accepted(intake)).isEqualTo(4);
        send(intake, "10.0.0.2", LINES);
        assertThat(accepted(intake)).as("of another source").isEqualTo(2);
        now += SECOND;
        send(intake, "10.0.0.1", LINES);
        assertThat(accepted(intake)).as("a second later").isEqualTo(2);
        assertThat(intake.counts.lines.sum()).isEqualTo(14);
        assertThat(intake.counts.datagrams.sum()).isEqualTo(7);
    }

    @Test
    void dropsDatagramsOfForbiddenSenders() {
        Intake intake = intake(allowed("10.0.0.0/8"));
        send(intake, "192.168.0.1", LINES + "rubbish");
        send(intake, "10.9.9.9", LINES);
        assertThat(intake.counts.dropped.snapshot()).isEqualTo(Map.of("source-not-allowed", 4L));
        assertThat(intake.counts.rejected.total())
                .as("nothing was read, so that a comment is a line")
                .isZero();
        assertThat(accepted(intake)).isEqualTo(2);
        assertThat(intake.counts.bytes.sum()).isEqualTo(2L * LINES.length() + 7);
    }

    @Test
    void refusesEveryLineOfADatagramThatIsTooLong() {
        Intake intake = intake(size(new LineLimits(
                LINES.length(), 1000, 1000, new LineBounds(1000, 8192, 1024, 1000, LineBounds.Refused.NUL))));
        send(intake, "10.0.0.1", LINES);
        send(intake, "10.0.0.1", LINES + "x");
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("datagram-too-long", 3L));
        List<Parcel> parcels = intake.queued();
        assertThat(Intake.refusedTexts(parcels)).containsExactly("cpu,host=a value=1", "cpu,host=b value=1", "x");
    }

    @Test
    void refusesALineThatIsTooLargeAndTakesItsNeighbour() {
        Intake intake =
                intake(size(new LineLimits(1000, 2, 2, new LineBounds(40, 8192, 1024, 3, LineBounds.Refused.NUL))));
        send(intake, "10.0.0.1", """
                cpu,host=a value=1
                cpu,host=a value=1,more=2,most=3
                cpu,host=a text="abcd"
                cpu,a=1,b=2,c=3 value=1
                cpu,host=abcdefghijklmnopqrstuvwxyz value=1
                cpu,host=b value=1""");
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(
                        Map.of("too-many-fields", 1L, "string-too-long", 1L, "too-many-tags", 1L, "line-too-long", 1L));
        assertThat(accepted(intake)).isEqualTo(2);
    }

    @Test
    void refusesTheNewSeriesOfARunawayTagAndNothingElse() {
        Intake intake = intake(series(3, 100));
        for (int i = 0; i < 10; i++) {
            send(intake, "10.0.0.1", "cpu,id=" + i + " value=1\ncpu,id=0 value=2");
            send(intake, "10.0.0.2", "cpu,host=a value=1");
        }
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("series-budget-source", 7L));
        assertThat(accepted(intake)).isEqualTo(3 + 10 + 10);
        assertThat(intake.lines.knownSeries()).isEqualTo(4);
    }

    @Test
    void aMeasurementOfTooManySeriesIsRefused() {
        Intake intake = intake(series(100, 2));
        for (int i = 0; i < 5; i++) {
            send(intake, "10.0.0.1", "cpu,id=" + i + " value=1\nmem,host=a value=1");
        }
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("series-budget-measurement", 3L));
    }

    /** The table of known series has room for 1000; lines of further series look new each time. */
    @Test
    void anUncachedSeriesCostsAnHonestSourceNoBudget() {
        Intake intake = intake(series(20_000, 20_000));
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 2000; i++) {
                send(intake, "10.0.0.1", "cpu,id=" + i + " value=1");
            }
        }
        assertThat(intake.counts.rejected.total()).isZero();
    }

    @Test
    void countsWhatIsMissingInASequenceByTag() {
        Intake intake = intake(LimitSettings.NONE);
        intake.lines.withSequence(new SequenceName("seq", true));
        send(intake, "10.0.0.1", "cpu,host=a,seq=1 value=1\ncpu,host=b value=2");
        send(intake, "10.0.0.1", "cpu,host=a,seq=5 value=1\ncpu,host=b value=2");
        send(intake, "10.0.0.1", "cpu,host=a,seq=3 value=1\ncpu,host=b value=2");
        send(intake, "10.0.0.2", "cpu,seq=7,host=a value=1");
        assertThat(intake.counts.missing.sum()).isEqualTo(2);
        assertThat(intake.lines.knownSeries())
                .as("the number is not part of the series")
                .isEqualTo(2);
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued())).allMatch(line -> line.matches("\\d cpu,host=[ab] value=\\d \\d+"));
    }

    @Test
    void readsASequenceFieldOfARejectedLine() {
        Intake intake = intake(LimitSettings.NONE);
        intake.lines.withSequence(new SequenceName("seq", false));
        send(intake, "10.0.0.1", "cpu value=1,seq=1i");
        send(intake, "10.0.0.1", "cpu,a=1,a=2 value=1,seq=2i");
        send(intake, "10.0.0.1", "cpu value=1,seq=3i 9000000000000000000");
        send(intake, "10.0.0.1", "cpu value=1,seq=4i");
        assertThat(intake.counts.missing.sum()).isZero();
        assertThat(intake.counts.rejected.total()).isEqualTo(2);
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued())).hasSize(2).allMatch(line -> line.contains(",seq="));
    }

    @Test
    void aTagThatIsThereTwiceIsRefusedAsEver() {
        Intake intake = intake(LimitSettings.NONE);
        intake.lines.withSequence(new SequenceName("seq", true));
        send(intake, "10.0.0.1", "cpu,seq=1,seq=2 value=1\ncpu,seq=3,a=1,a=2 value=1");
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("duplicate-tag", 2L));
    }

    @Test
    void aTagThatIsNoNumberStaysSoThatNoTwoSeriesBecomeOne() {
        Intake intake = intake(LimitSettings.NONE);
        intake.lines.withSequence(new SequenceName("n", true));
        send(intake, "10.0.0.1", "cpu,host=a,n=x value=1\ncpu,host=a,n=y value=1");
        assertThat(intake.lines.knownSeries()).isEqualTo(2);
        send(intake, "10.0.0.1", "cpu,n= value=1\n,n=5 value=1");
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("missing-tag-value", 1L, "missing-measurement", 1L));
    }

    @Test
    void forgedAddressesPushNobodyOutOfTheSources() {
        LimitSettings few = new LimitSettings(
                List.of(AddressRange.parse("10.0.0.0/8")), 16, new LineBudget(1, 1), 1000, 1000, LineLimits.UNLIMITED);
        Intake intake = intake(few);
        send(intake, "10.0.0.1", LINES);
        for (int i = 0; i < 1000; i++) {
            now++;
            send(intake, "192.168." + i / 250 + "." + i % 250, "\"rubbish\n");
        }
        send(intake, "10.0.0.1", LINES);
        assertThat(intake.counts.dropped.snapshot())
                .as("its debt is not forgotten")
                .isEqualTo(Map.of("source-not-allowed", 1000L, "source-rate", 2L));
    }

    @Test
    void countsSentAndLostLinesOfEachSource() {
        Limits limits = Limits.of(lines(new LineBudget(1, 3)), () -> now);
        Intake intake = new Intake(limits);
        intake.lines.withSequence(new SequenceName("seq", false));
        send(intake, "10.0.0.1", "cpu seq=1\nrubbish\ncpu seq=5");
        send(intake, "10.0.0.1", LINES);
        send(intake, "10.0.0.2", LINES);
        assertThat(limits.sources().worst(10, now))
                .containsExactly(new SourceFigures("10.0.0.1", 5, 2, 1, 3), new SourceFigures("10.0.0.2", 2, 0, 0, 0));
    }

    private Intake intake(LimitSettings settings) {
        return new Intake(Limits.of(settings, () -> now));
    }

    private static LimitSettings lines(LineBudget budget) {
        return new LimitSettings(List.of(), 1000, budget, 1000, 1000, LineLimits.UNLIMITED);
    }

    private static LimitSettings series(int ofSource, int ofMeasurement) {
        return new LimitSettings(List.of(), 1000, LineBudget.UNLIMITED, ofSource, ofMeasurement, LineLimits.UNLIMITED);
    }

    private static LimitSettings size(LineLimits limits) {
        return new LimitSettings(List.of(), 1000, LineBudget.UNLIMITED, 1000, 1000, limits);
    }

    private static LimitSettings allowed(String range) {
        return new LimitSettings(
                List.of(AddressRange.parse(range)), 1000, LineBudget.UNLIMITED, 1000, 1000, LineLimits.UNLIMITED);
    }

    private static int accepted(Intake intake) {
        intake.lines.flush();
        return Intake.lines(intake.queued()).size();
    }

    private static void send(Intake intake, String source, String datagram) {
        byte[] bytes = datagram.getBytes(UTF_8);
        new Gate(intake.datagrams).datagram(bytes, 0, bytes.length, new InetSocketAddress(source, 9), Intake.NOW_NANOS);
    }
}
