package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.stamp.StampUnit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final String PASS = "version: 1\n";
    private static final String MEANS = """
            version: 1
            aggregate:
              - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [mean, count], window: 1s, grace: 2s}
            """;
    private static final String RATES =
            PASS + "derive: [{name: rate, match: {measurement: net}, field: rx, function: rate}]\n";
    private static final String MEANS_AND_ALARMS = MEANS + """
            suppress:
              - {name: status, match: {measurement: "*"}, field: status, mode: change, heartbeat: 3s}
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 80}, major: {above: 90}, for: 1s, action: {do: look, severity: minor}}
              - {name: busy, match: {measurement: cpu_1s}, field: value_mean, minor: {above: 50}, for: 5s, action: {do: look, severity: minor}}
            """;
    private static final long SECOND = 1_000_000_000;

    @Test
    void lastWindowsComeOutWhenTheInputIsOver() throws IOException {
        Played played = Played.of(Output.STORAGE, MEANS, """
                cpu,host=b,core=1 value=1 1000000000
                cpu,host=b,core=1 value=3 1500000000
                """);

        assertThat(played.out()).isEqualTo("cpu_1s,core=1,host=b value_mean=2.0,value_count=2i 1000000000\n");
        assertThat(played.lines()).isEqualTo(1);
    }

    @Test
    void windowsOfSilentSeriesCloseBetweenTheLinesOfOthers() throws IOException {
        Played played = Played.of(Output.STORAGE, MEANS, """
                cpu,host=silent value=1 1000000000
                other value=1 4000000000
                other value=2 5000000000
                """);

        assertThat(played.out()).isEqualTo("""
                cpu_1s,host=silent value_mean=1.0,value_count=1i 1000000000
                other value=1 4000000000
                other value=2 5000000000
                """);
    }

    @Test
    void refusedLinesHaveNumbersAndNeighboursStay() throws IOException {
        Played played = Played.of(Output.STORAGE, PASS, """
                # a comment
                a value=1 1

                a value= 2
                b text="two
                lines" 3
                b,x=1,x=2 value=1 4
                c value=1 5 6
                d value=1 7
                """);

        assertThat(played.refused())
                .containsExactly("4/9 missing-field-value", "7/7 duplicate-tag", "8/13 text-after-timestamp");
        assertThat(played.out()).isEqualTo("a value=1 1\nb text=\"two\nlines\" 3\nd value=1 7\n");
    }

    @Test
    void linesWithoutTimestampFollowThePreviousLine() throws IOException {
        Played played = Played.of(Output.STORAGE, PASS, "a v=1\na v=2\na v=3 500\na v=4 100\na v=5\n");
        Played later = Played.of(
                Output.STORAGE, PASS, bytes("a v=1\na v=2 7\na v=3\n"), StampUnit.NS, OptionalLong.of(SECOND));

        assertThat(played.out()).isEqualTo("a v=1 1\na v=2 2\na v=3 500\na v=4 100\na v=5 501\n");
        assertThat(later.out()).isEqualTo("a v=1 1000000001\na v=2 7\na v=3 1000000002\n");
    }

    @Test
    void timestampsAreOfTheUnitThatWasSaid() throws IOException {
        Played played = Played.of(
                Output.STORAGE,
                PASS,
                bytes("a v=1 1790000000\na v=1 9999999999999\n"),
                StampUnit.S,
                OptionalLong.empty());

        assertThat(played.out()).isEqualTo("a v=1 1790000000000000000\n");
        assertThat(played.refused()).containsExactly("2/7 timestamp-out-of-range");
    }

    @Test
    void timesBeforeSeventyAndYearsOfSilencePass() throws IOException {
        Played played = Played.of(Output.STORAGE, MEANS, """
                cpu value=1 -5000000000
                cpu value=3 -4900000000
                cpu value=7 1790000000000000000
                """);

        assertThat(played.out()).isEqualTo("""
                cpu_1s value_mean=2.0,value_count=2i -5000000000
                cpu_1s value_mean=7.0,value_count=1i 1790000000000000000
                """);
    }

    /** The rate of a wrong timestamp is missing, and the others are those without it. */
    @Test
    void aWrongTimestampCostsOnlyItself() throws IOException {
        for (int wrongAt = 0; wrongAt < 5; wrongAt++) {
            StringBuilder lines = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            for (int line = 0; line < 5; line++) {
                long stamp = line == wrongAt ? 3010 * SECOND : line * (5 * SECOND);
                boolean hasRate = line != wrongAt && line > (wrongAt == 0 ? 1 : 0);
                lines.append("net rx=%d %d\n".formatted(line * 10, stamp));
                expected.append("net rx=%d%s %d\n".formatted(line * 10, hasRate ? ",rx_rate=2.0" : "", stamp));
            }
            // A wrong timestamp at the end looks like a gap.
            String end = wrongAt == 4 ? "net rx=50 20000000000\n" : "";

            assertThat(Played.of(Output.STORAGE, RATES, lines + end).out())
                    .as("wrong at %d", wrongAt)
                    .startsWith(expected.toString());
        }
    }

    @Test
    void aGapIsNoWrongTimestamp() throws IOException {
        String input = """
                cpu value=1 1000000000
                cpu value=2 3010000000000
                cpu value=4 3010500000000
                cpu value=6 3001000000000
                """;

        assertThat(Played.of(Output.STORAGE, MEANS, input).out()).isEqualTo("""
                cpu_1s value_mean=1.0,value_count=1i 1000000000
                cpu value=6 3001000000000
                cpu_1s value_mean=3.0,value_count=2i 3010000000000
                """);
    }

    @Test
    void onlyTheNextThousandLinesShowThatATimestampIsWrong() throws IOException {
        String jump = "net rx=0 1000000000\nnet rx=100 100000000000\n";
        String between = "other value=1 100500000000\n";
        String before = "net rx=10 6000000000\n";

        assertThat(Played.of(Output.STORAGE, RATES, jump + between.repeat(999) + before)
                        .out())
                .contains("net rx=100 100000000000\n", "net rx=10,rx_rate=2.0 6000000000\n");
        assertThat(Played.of(Output.STORAGE, RATES, jump + between.repeat(1_000) + before)
                        .out())
                .contains("net rx=100,rx_rate=", "net rx=10 6000000000\n");
    }

    @Test
    void alarmEventsAreLinesOfJsonInVirtualTime() throws IOException {
        Played played = Played.of(Output.ALARMS, MEANS_AND_ALARMS, """
                cpu,host=a value=85 10000000000
                cpu,host=a value=85 12000000000
                cpu,host=a value=10 13000000000
                """);

        assertThat(played.out().lines())
                .satisfiesExactly(
                        raised -> assertThat(raised)
                                .startsWith("{\"id\":\"hot/a\",")
                                .contains("\"from\":\"NORMAL\",\"to\":\"UNACKNOWLEDGED\",\"severity\":\"MINOR\"")
                                .contains("\"eventTime\":\"1970-01-01T00:00:11.000Z\"")
                                .contains("\"decisionTime\":\"1970-01-01T00:00:12.000Z\""),
                        cleared -> assertThat(cleared).contains("\"to\":\"NORMAL\",\"severity\":\"OK\""));
    }

    @Test
    void sameLinesGiveTheSameBytesHoweverTheyArrive() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        String lines = randomLines(new Random(seed));
        for (Output output : Output.values()) {
            Played once = Played.of(output, MEANS_AND_ALARMS, lines);
            Played again =
                    Played.of(output, MEANS_AND_ALARMS, new InPieces(bytes(lines)), StampUnit.NS, OptionalLong.empty());

            assertThat(once.lines()).as("%s, seed %d", output, seed).isPositive();
            assertThat(again).as("%s, seed %d", output, seed).isEqualTo(once);
        }
    }

    /** Enough for several batches of a second, and for several seconds. */
    private static String randomLines(Random random) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 30_000; line++) {
            long stamp =
                    1_790_000_000 * SECOND + line / 20_000 * (7 * SECOND) + random.nextInt(3_000) * (SECOND / 1000);
            lines.append("cpu,host=h%d,rack=r%d value=%d,status=\"s%d\" %d\n"
                    .formatted(random.nextInt(300), random.nextInt(2), random.nextInt(100), random.nextInt(2), stamp));
        }
        return lines.toString();
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    /** Returns a few bytes at a time, like a pipe. */
    private static final class InPieces extends InputStream {
        private final InputStream whole;
        private int size = 1;

        InPieces(InputStream whole) {
            this.whole = whole;
        }

        @Override
        public int read() throws IOException {
            return whole.read();
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            size = size * 7 % 9973;
            return whole.read(to, from, Math.min(length, size));
        }
    }
}
