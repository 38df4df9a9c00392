package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.contract.line.LineBounds;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.testing.InputPage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An intake aggregates some fields of some lines, and passes the others on. */
class AggregationAtTheSourceTest {
    private static final long SECOND = 1_000_000_000;
    private static final long NOW_SECOND = Intake.NOW_NANOS / SECOND;
    private static final SourceAggregation PROC =
            new SourceAggregation(new Glob("proc*"), List.of("host", "a b"), List.of("cpu", "x=y"));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Intake intake = new Intake(List.of(PROC));

    @Test
    void seriesOfAGroupBecomeOneLineForEachFieldAndSecond() {
        intake.receive("proc,pid=1,host=h,a\\ b=c cpu=2,x\\=y=7i " + stamp(0));
        intake.receive("proc,a\\ b=c,host=h,pid=2 cpu=0.5 " + stamp(999_999_999));
        intake.receive("proc,pid=3,host=h,a\\ b=c cpu=-1 " + stamp(SECOND));
        intake.lines.flush();

        assertThat(lines())
                .containsExactlyInAnyOrder(
                        partial("proc_cpu,a\\ b=c,host=h", "count_delta=2i,sum_delta=2.5,min=0.5,max=2,scale=6i,", 0),
                        partial("proc_x=y,a\\ b=c,host=h", "count_delta=1i,sum_delta=7,min=7,max=7,scale=20i,", 0),
                        partial("proc_cpu,a\\ b=c,host=h", "count_delta=1i,sum_delta=-1,min=-1,max=-1,scale=20i,", 1));
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
        assertThat(intake.counts.aggregated.sum()).isEqualTo(3);
        assertThat(intake.counts.aggregates.sum()).isEqualTo(3);
    }

    /** A line loses only what is aggregated. */
    @Test
    void otherFieldsAndTextsStayInTheirSeries() {
        intake.receive("proc,pid=1,host=h,a\\ b=c state=\"R, x\",cpu=2,cpu_max=3i " + stamp(5));
        intake.receive("proc,pid=1,host=h,a\\ b=c cpu=\"none\" " + stamp(6));
        intake.receive("proc,pid=1,host=h,a\\ b=c cpu=true,state=\"S\" " + stamp(7));
        intake.lines.flush();

        assertThat(lines())
                .contains(
                        whole("proc,a\\ b=c,host=h,pid=1 state=\"R, x\",cpu_max=3i " + stamp(5)),
                        whole("proc,a\\ b=c,host=h,pid=1 cpu=\"none\" " + stamp(6)),
                        whole("proc,a\\ b=c,host=h,pid=1 cpu=true,state=\"S\" " + stamp(7)),
                        partial("proc_cpu,a\\ b=c,host=h", "count_delta=1i,sum_delta=2,min=2,max=2,scale=20i,", 0))
                .hasSize(4);
        assertThat(intake.counts.aggregated.sum()).as("no line ended here").isZero();
        assertThat(intake.counts.aggregates.sum()).isEqualTo(1);
    }

    @Test
    void otherSeriesAreAsEver() {
        List<String> unchanged = List.of(
                "proc,host=h,pid=1 cpu=2 " + stamp(1),
                "cpu,a\\ b=c,host=h cpu=2 " + stamp(2),
                "proc,a\\ b=c,host=h weir:end=true " + stamp(3),
                "proc,a\\ b=c,host=h cpu=5,weir:change=true " + stamp(4),
                "proc,a\\ b=c,host=h cpu=1 -9223372036854775807");
        unchanged.forEach(intake::receive);
        intake.lines.flush();
        assertThat(lines())
                .containsExactlyInAnyOrderElementsOf(unchanged.stream()
                        .map(AggregationAtTheSourceTest::whole)
                        .toList());
        assertThat(intake.counts.aggregates.sum()).isZero();
    }

    /** Its senders may repeat lines, and a partial cannot detect a repeated value. */
    @Test
    void anInputWithReceiptsAggregatesNothing() {
        String line = "proc,a\\ b=c,host=h,pid=1 cpu=2 " + stamp(1);
        intake.lines.withReceipts();
        intake.receive(line);
        intake.lines.takeReceipt();
        assertThat(lines()).containsExactly(whole(line));
    }

    /** So no window closes before the partials of its values are in its partition. */
    @Test
    void aTickFollowsThePartialsOfAllThatWasReceivedBefore() {
        intake.receive("proc,pid=1,host=h,a\\ b=c cpu=2 " + stamp(0) + "\nmem value=1 " + stamp(0));
        intake.lines.flushLines();
        assertThat(Intake.lines(intake.queued())).as("the linger").containsExactly(whole("mem value=1 " + stamp(0)));

        intake.time.tick(Intake.NOW_MILLIS + 1_000, 0);
        List<Parcel> parcels = intake.queued();
        assertThat(parcels.get(0)).isInstanceOf(Parcel.Batch.class);
        assertThat(Intake.only(Parcel.Batch.class, parcels)).hasSize(1);
        assertThat(Intake.only(Parcel.Tick.class, parcels)).hasSize(Intake.PARTITIONS);
    }

    @Test
    void aWrongClockDoesNotHoldPartialsBack() {
        intake.receive("proc,pid=1,host=h,a\\ b=c cpu=2 " + stamp(0));
        intake.time.flush();
        List<Parcel> parcels = intake.queued();
        assertThat(Intake.only(Parcel.Batch.class, parcels)).hasSize(1);
        assertThat(Intake.only(Parcel.Tick.class, parcels)).isEmpty();
    }

    /** Suppression leaves out values that are older than those before. */
    @Test
    void partialsAreSentInTheOrderOfTheirSeconds() {
        for (int second : List.of(3, 1, 4, 2)) {
            intake.receive("proc,pid=1,host=h,a\\ b=c cpu=2 " + stamp(second * SECOND));
        }
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued()))
                .hasSize(4)
                .isSortedAccordingTo(Comparator.comparing(line -> line.substring(line.lastIndexOf(' '))));
    }

    /** Processing would refuse the longer name. */
    @Test
    void aNameThatWouldBecomeTooLongIsNotAggregated() {
        String most = "proc" + "x".repeat(LineBounds.STANDARD.nameBytes() - "proc_x\\=y".length());
        intake.receive(most + ",a\\ b=c,host=h cpu=2 " + stamp(0));
        intake.receive(most + "x,a\\ b=c,host=h cpu=2 " + stamp(0));
        intake.lines.flush();
        assertThat(lines())
                .hasSize(2)
                .contains(whole(most + "x,a\\ b=c,host=h cpu=2 " + stamp(0)))
                .anyMatch(line -> line.contains(most + "_cpu,"));
    }

    /** Partials of one second, of several flushes and event loops, must not replace each other. */
    @Test
    void noTwoPartialsHaveTheSameTimestamp() {
        List<String> stamps = new ArrayList<>();
        for (int flush = 0; flush < 1_000; flush++) {
            intake.receive("proc,pid=1,host=h,a\\ b=c cpu=2 " + stamp(0));
            intake.lines.flush();
            String line = Intake.lines(intake.queued()).get(0);
            stamps.add(line.substring(line.lastIndexOf(' ') + 1));
        }
        assertThat(stamps).doesNotHaveDuplicates().allSatisfy(stamp -> assertThat(Long.parseLong(stamp))
                .isBetween(NOW_SECOND * SECOND, NOW_SECOND * SECOND + SECOND - 1));
    }

    /** A sum that has no room is sent alone. */
    @Test
    void aSumHasNoRoundingErrorsAndStaysFinite() {
        for (String sign : List.of("", "", "-")) {
            intake.receive("proc,pid=1,host=i,a\\ b=c cpu=" + sign + "1e308 " + stamp(0));
            String value = Map.of(0L, "1e16", 1L, "1", 2L, "-1e16").get(intake.counts.lines.sum() / 2);
            intake.receive("proc,pid=1,host=h,a\\ b=c cpu=" + value + " " + stamp(0));
        }
        intake.lines.flush();
        List<String> lines = lines();
        assertThat(lines).hasSize(4);
        assertThat(lines).anyMatch(line -> line.contains("host=h count_delta=3i,sum_delta=1,min=-1.0E16,max=1.0E16"));
        assertThat(lines)
                .filteredOn(line -> line.contains("host=i count_delta=1i,sum_delta=1.0E308"))
                .hasSize(2);
        assertThat(lines).anyMatch(line -> line.contains("host=i count_delta=1i,sum_delta=-1.0E308"));
    }

    /** Small tables force the groups to be found again and again. */
    @Test
    void randomPartialsAddUpToTheValues() {
        Map<String, Long> counts = new TreeMap<>();
        Map<String, Double> sums = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            int host = random.nextInt(5);
            int second = random.nextInt(4);
            double value = (random.nextInt(2_000) - 1_000) / 8.0;
            long stamp = stamp(0) - second * SECOND + random.nextInt(1_000_000_000);
            intake.receive("proc" + host % 2 + ",host=h" + host + ",pid=" + random.nextInt(3_000) + ",a\\ b=c cpu="
                    + value + " " + stamp);
            String key = "proc" + host % 2 + "_cpu,a\\ b=c,host=h" + host + " " + (NOW_SECOND - second);
            counts.merge(key, 1L, Long::sum);
            sums.merge(key, value, Double::sum);
            if (random.nextInt(2_000) == 0) {
                intake.lines.flush();
            }
        }
        intake.lines.flush();
        Map<String, Long> actualCounts = new TreeMap<>();
        Map<String, Double> actualSums = new TreeMap<>();
        for (String line : Intake.lines(intake.queued())) {
            String series = line.substring(2, line.indexOf(" count_delta="));
            String key = series + " " + Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) / SECOND;
            actualCounts.merge(key, Long.valueOf(field(line, "count_delta").replace("i", "")), Long::sum);
            actualSums.merge(key, Double.valueOf(field(line, "sum_delta")), Double::sum);
        }
        assertThat(actualCounts).as("seed %d", seed).isEqualTo(counts);
        assertThat(actualSums).as("seed %d", seed).isEqualTo(sums);
    }

    @Test
    void theExampleOfThePageArrivesAsItSays() {
        InputPage page = new InputPage("aggregation");
        Intake example = new Intake(YamlSource.text("gateway.yaml", page.block("yaml", "aggregate:"))
                .read(GatewayConfig::read)
                .aggregations());
        page.blocks("text").get(0).lines().forEach(example::receive);
        example.lines.flush();
        assertThat(lines(example))
                .containsExactlyInAnyOrderElementsOf(page.arrivesAs("text").stream()
                        .map(AggregationAtTheSourceTest::whole)
                        .map(line -> line.replaceFirst("123456789$", ""))
                        .toList());
    }

    private static String field(String line, String name) {
        int from = line.indexOf(name + "=") + name.length() + 1;
        return line.substring(from, line.indexOf(',', from));
    }

    private static long stamp(long nanos) {
        return NOW_SECOND * SECOND + nanos;
    }

    /** A line after its partition. */
    private static String whole(String line) {
        byte[] series =
                line.substring(0, line.replace("\\ ", "__").indexOf(' ')).getBytes(UTF_8);
        return SeriesHash.partition(SeriesHash.of(series, 0, series.length), Intake.PARTITIONS) + " " + line;
    }

    private static String partial(String series, String fields, int second) {
        return whole(series + " " + fields + "… " + (NOW_SECOND + second));
    }

    /** All lines; of partials, without the buckets. */
    private List<String> lines() {
        return lines(intake).stream()
                .map(line -> line.replaceFirst("(scale=-?\\d+i,).* (\\d+)$", "$1… $2"))
                .toList();
    }

    /** All lines; of partials, without the nanoseconds of the second. */
    private static List<String> lines(Intake of) {
        return Intake.lines(of.queued()).stream()
                .map(line -> line.contains("count_delta=") ? line.replaceFirst("\\d{9}$", "") : line)
                .toList();
    }
}
