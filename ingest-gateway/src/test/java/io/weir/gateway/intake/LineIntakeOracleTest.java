package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random datagrams of valid and invalid lines, compared with a model of the outcome of each line.
 */
class LineIntakeOracleTest {
    private static final int DATAGRAMS = 2_000;
    private static final List<String> BAD = List.of(
            "cpu",
            "cpu,host= value=1",
            "cpu,host=a,host=b value=1",
            "cpu,=a value=1",
            "cpu value=",
            "cpu value=abc",
            "cpu value=1 xyz",
            "cpu value=1 1790000000000000000 more",
            "cpu value=\"open",
            ",host=a value=1",
            "cpu value=1 1890000000000000000");

    private final List<String> expectedLines = new ArrayList<>();
    private final List<String> expectedRefused = new ArrayList<>();

    /** Small tables and batches force repeated parsing of series, and flushes within a datagram. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void everyLineEndsInItsPartitionOrAmongTheRefused(int knownSeries) {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LineIntakeOracleTest knownSeries=" + knownSeries + " seed=" + seed);
        Random random = new Random(seed);
        Intake intake = new Intake(300, knownSeries, Integer.MAX_VALUE, 1 << 30);

        for (int i = 0; i < DATAGRAMS; i++) {
            intake.receive(datagram(random));
        }
        intake.lines.flush();

        List<Parcel> parcels = intake.queued();
        assertThat(Intake.lines(parcels)).containsExactlyInAnyOrderElementsOf(expectedLines);
        assertThat(Intake.refusedTexts(parcels)).containsExactlyElementsOf(expectedRefused);
        assertThat(intake.counts.lines.sum()).isEqualTo(expectedLines.size() + expectedRefused.size());
        assertThat(intake.counts.rejected.total()).isEqualTo(expectedRefused.size());
        assertThat(Intake.only(Parcel.Batch.class, parcels).stream()
                        .mapToInt(Parcel.Batch::lineCount)
                        .sum())
                .isEqualTo(expectedLines.size());
        assertThat(intake.lines.knownSeries()).isBetween(1, knownSeries);
    }

    private String datagram(Random random) {
        StringBuilder datagram = new StringBuilder();
        int lines = 1 + random.nextInt(12);
        for (int i = 0; i < lines; i++) {
            switch (random.nextInt(10)) {
                case 0 -> datagram.append("# a comment\n\n");
                case 1 -> {
                    // The last line of a datagram, because an open string would swallow the lines
                    // after it.
                    String bad = BAD.get(random.nextInt(BAD.size()));
                    datagram.append(bad);
                    expectedRefused.add(bad);
                    datagram.append('\n');
                }
                default -> datagram.append(goodLine(random)).append(random.nextBoolean() ? "\n" : "\r\n");
            }
        }
        return datagram.toString();
    }

    private String goodLine(Random random) {
        String measurement = List.of("cpu", "mem", "net\\ in").get(random.nextInt(3));
        TreeMap<String, String> tags = new TreeMap<>();
        for (String key : List.of("host", "detector", "role", "a\\,b")) {
            if (random.nextInt(4) > 0) {
                tags.put(key, "v" + random.nextInt(3));
            }
        }
        List<String> spelled = new ArrayList<>(tags.keySet());
        Collections.shuffle(spelled, random);
        String fields = "value=" + random.nextInt(100) + (random.nextBoolean() ? ",text=\"a,b c=d\"" : "");
        long stamp = Intake.NOW_NANOS - random.nextInt(1_000_000_000);
        StringBuilder canonical = new StringBuilder(measurement);
        tags.forEach(
                (key, value) -> canonical.append(',').append(key).append('=').append(value));
        StringBuilder line = new StringBuilder(measurement);
        spelled.forEach(key -> line.append(',').append(key).append('=').append(tags.get(key)));
        byte[] series = canonical.toString().getBytes(UTF_8);
        int partition = SeriesHash.partition(SeriesHash.of(series, 0, series.length), Intake.PARTITIONS);
        expectedLines.add(partition + " " + canonical + " " + fields + " " + stamp);
        return line.append(" ").append(fields).append(' ').append(stamp).toString();
    }
}
