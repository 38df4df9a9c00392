package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long FIRST = 1_700_000_000_000_000_000L;

    private final ManualTime time = new ManualTime();
    private final WireTape wire = new WireTape(time);
    private final long startNanos = time.nanos();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void keepsOrderAndPaceOfTheTimestamps() throws Exception {
        run(
                own(1),
                "a v=1 " + FIRST,
                "b v=2 " + (FIRST + 2 * SECOND),
                "c v=3 " + (FIRST + SECOND),
                "d v=4 " + (FIRST + 5 * SECOND));

        assertThat(wire.lines()).map(line -> line.charAt(0)).containsExactly('a', 'b', 'c', 'd');
        assertThat(wire.left()).hasSize(3);
        assertThat(seconds()).containsExactly(0.0, 2.0, 5.0);
    }

    @Test
    void isSoManyTimesAsFast() throws Exception {
        run(own(10), "a v=1 " + FIRST, "b v=2 " + (FIRST + 20 * SECOND));

        assertThat(seconds()).containsExactly(0.0, 2.0);
        assertThat(wire.lines()).containsExactly("a v=1 " + FIRST, "b v=2 " + (FIRST + 20 * SECOND));
    }

    @Test
    void saysThatItWaitsForALineOfLongAfter() throws Exception {
        run(own(1), "a v=1 " + FIRST, "b v=2 " + (FIRST + 3_600 * SECOND));

        assertThat(seconds()).containsExactly(0.0, 3_600.0);
        assertThat(said.toString(UTF_8).lines())
                .contains("waiting: the next line is due in 3600 s by its timestamp; --speed max would not wait");
    }

    @Test
    void stampsBecomeThoseOfTheSending() throws Exception {
        run(
                new Replay.Settings(2, 10, 10, true),
                "a v=1 " + FIRST,
                "b v=2 " + (FIRST + 2 * SECOND),
                "late v=3 " + (FIRST + SECOND),
                "none v=4");

        long start = ManualTime.START_EPOCH_NANOS + startNanos;
        assertThat(wire.lines())
                .containsExactly(
                        "a v=1 " + start, "b v=2 " + (start + SECOND), "late v=3 " + (start + SECOND / 2), "none v=4");
    }

    @Test
    void stampsOfNowAreNeverTheSameTwice() throws Exception {
        run(new Replay.Settings(ReplayPace.MAX, 0, 10, true), "a v=1 5", "a v=2 5", "a v=3 4");

        long start = ManualTime.START_EPOCH_NANOS + startNanos;
        assertThat(wire.lines()).containsExactly("a v=1 " + start, "a v=2 " + (start + 1), "a v=3 " + (start + 2));
    }

    @Test
    void linesWithoutTimestampKeepTheRate() throws Exception {
        String[] lines = new String[2_000];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "a v=" + i;
        }
        Sent sent = run(new Replay.Settings(1, 1_000, 10, false), lines);

        assertThat(wire.lines()).containsExactly(lines);
        assertThat(sent.rate()).isBetween(990.0, 1_010.0);
        for (int i = 0; i < wire.left().size(); i++) {
            WireTape.Datagram datagram = wire.left().get(i);
            long line = Long.parseLong(
                    datagram.text().lines().findFirst().orElseThrow().substring(4));
            assertThat(datagram.nanos() - startNanos).isBetween(line * MILLI - MILLI, line * MILLI + 2 * MILLI);
        }
    }

    @Test
    void atMaximumSpeedDatagramsAreFullAndTimeIsNotWaitedFor() throws Exception {
        String[] lines = new String[1_001];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "a v=" + i + " " + (FIRST + i * SECOND);
        }
        Sent sent = run(new Replay.Settings(ReplayPace.MAX, 0, 10, false), lines);

        assertThat(sent.datagrams()).isEqualTo(101);
        assertThat(sent.nanos()).isZero();
        assertThat(wire.lines()).containsExactly(lines);
    }

    @Test
    void countsBadLinesAsAGatewayWillAndPassesOverComments() throws Exception {
        Sent sent = run(own(1), "# said", "", "a v=1", "a v=", "a,x=1,x=2 v=1", "a s=\"two", "lines\"", "  ");

        assertThat(sent.lines()).isEqualTo(4);
        assertThat(sent.bad()).isEqualTo(2);
        assertThat(sent.datagrams()).isEqualTo(1);
    }

    @Test
    void aLineLongerThanADatagramIsLeftOutAndCounted() throws Exception {
        Sent sent = run(own(1), "a v=1", "b s=\"" + "x".repeat(70_000) + "\"", "c v=1");

        assertThat(wire.lines()).containsExactly("a v=1", "c v=1");
        assertThat(sent.tooLong()).isEqualTo(1);
    }

    @Test
    void linesArriveWholeHoweverTheStreamIsCut() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30_000; i++) {
            String line = "m,host=h" + i + " s=\"" + "y".repeat(random.nextInt(80))
                    + (random.nextInt(10) == 0 ? "\nmore of it" : "") + "\",v=" + i;
            lines.add(line);
            text.append(random.nextInt(20) == 0 ? "# a comment, v=1 \"\n\n" : "")
                    .append(line)
                    .append(random.nextInt(5) == 0 ? "\r\n" : "\n");
        }
        InputStream cut = new ByteArrayInputStream(text.toString().getBytes(UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int at, int length) {
                return super.read(into, at, Math.min(length, 1 + random.nextInt(5_000)));
            }
        };
        Replay replay = new Replay(cut, new Replay.Settings(ReplayPace.MAX, 0, 10, false), outlet());

        Sent sent = replay.run();

        assertThat(String.join(
                        "", wire.left().stream().map(WireTape.Datagram::text).toList()))
                .as("seed %d", seed)
                .isEqualTo(String.join("\n", lines) + "\n");
        assertThat(sent.lines()).as("seed %d", seed).isEqualTo(30_000);
        assertThat(sent.bad()).as("seed %d", seed).isZero();
    }

    @Test
    void aPartialBatchIsSentBeforeAWaitForASlowStream() throws Exception {
        List<Integer> leftBeforeReading = new ArrayList<>();
        InputStream slow = new InputStream() {
            private int line;

            @Override
            public int read() {
                throw new IllegalStateException("only arrays are read");
            }

            @Override
            public int read(byte[] into, int at, int length) throws IOException {
                leftBeforeReading.add(wire.lines().size());
                byte[] next = ("a v=" + line + "\n").getBytes(UTF_8);
                System.arraycopy(next, 0, into, at, next.length);
                return line++ < 3 ? next.length : -1;
            }
        };
        new Replay(slow, own(1), outlet()).run();

        assertThat(leftBeforeReading).containsExactly(0, 1, 2, 3);
    }

    private static Replay.Settings own(double speed) {
        return new Replay.Settings(speed, 0, 10, false);
    }

    private Sent run(Replay.Settings settings, String... lines) throws IOException {
        InputStream in = new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8));
        return new Replay(in, settings, outlet()).run();
    }

    private Outlet outlet() {
        Progress progress = new Progress(new PrintStream(said, true, UTF_8), false);
        return new Outlet(wire, time, progress, () -> false);
    }

    /**
     * The send time of each datagram, rounded up to milliseconds, because lines may be that early.
     */
    private List<Double> seconds() {
        return wire.left().stream()
                .map(datagram -> Math.ceil((datagram.nanos() - startNanos) / 1e6) / 1000)
                .toList();
    }
}
