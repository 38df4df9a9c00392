package io.weir.gateway.intake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.fuzz.LiveHeap;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.stamp.StampLimits;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged datagrams, each between two valid lines and before a valid datagram, which must not
 * suffer.
 */
class LineIntakeFuzzTest {
    private static final List<byte[]> VALID = Stream.of(
                    "cpu,detector=TPC,hostname=flp00017,rolename=flp value=97.3125 1790000000000000000\n",
                    "mem,host=a free=12i,total=34u,ok=true,state=\"all, well\" 1790000000000000001\nmem,host=b free=1i\n",
                    "net\\ in,host\\,name=a\\=b rate=1e-7,text=\"line\nfeed \\\" quote\"\r\n# a comment\n\n",
                    "température,unité=°C wert=-4.5 -1\n")
            .map(text -> text.getBytes(UTF_8))
            .toList();
    private static final String NEIGHBOUR = "neighbour,a=b v=1 1790000000000000000";
    private static final byte[] BEFORE = (NEIGHBOUR + "\n").getBytes(UTF_8);
    private static final byte[] AFTER = ("\n" + NEIGHBOUR).getBytes(UTF_8);
    private static final int NEIGHBOURS = 3;
    private static final int KNOWN_SERIES = 1000;

    private final LineReader reader = new LineReader();
    private final Intake intake = new Intake(128 << 10, KNOWN_SERIES, Integer.MAX_VALUE, 1 << 30);
    private long bytes;
    private long taken;
    private long refused;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyLineBecomesAMetricOrIsCounted() {
        Damage damage = new Damage(Damage.seed(), VALID);
        int inputs = Damage.inputs();

        receive(damage, inputs / 2);
        long heap = LiveHeap.bytes();
        receive(damage, inputs - inputs / 2);

        assertThat(LiveHeap.bytes()).as("live heap").isLessThan(heap + LiveHeap.TOLERANCE_BYTES);
        assertThat(intake.lines.knownSeries()).isLessThanOrEqualTo(KNOWN_SERIES);
        assertThat(intake.counts.datagrams.sum()).isEqualTo(2L * inputs);
        assertThat(intake.counts.bytes.sum()).isEqualTo(bytes);
        assertThat(taken).as("taken").isGreaterThan(inputs * (NEIGHBOURS + 1L) / 2);
        assertThat(refused).as("refused").isGreaterThan(inputs / 10);
        Set<String> reasons = Stream.of(LineError.values()).map(LineError::code).collect(Collectors.toSet());
        reasons.addAll(List.of(StampLimits.AHEAD, StampLimits.BEHIND));
        assertThat(reasons).containsAll(intake.counts.rejected.snapshot().keySet());
    }

    private void receive(Damage damage, int inputs) {
        for (int i = 0; i < inputs; i++) {
            byte[] damaged = damage.next();
            receive(joined(BEFORE, damaged, AFTER));
            receive(BEFORE);
            intake.lines.flush();
            account(damaged);
        }
    }

    private void receive(byte[] datagram) {
        bytes += datagram.length;
        intake.receive(datagram);
    }

    private void account(byte[] damaged) {
        long linesBefore = taken + refused;
        int neighbours = 0;
        for (Parcel parcel : intake.queued()) {
            if (parcel instanceof Parcel.Batch batch) {
                neighbours += read(batch);
                taken += batch.lineCount();
            } else {
                refused++;
            }
        }
        long lines = taken + refused;
        int expected = linesWithoutQuotes(damaged);
        if (neighbours != NEIGHBOURS
                || (expected >= 0 && lines - linesBefore != NEIGHBOURS + expected)
                || intake.counts.lines.sum() != lines
                || intake.counts.rejected.total() != refused) {
            throw new AssertionError(String.format(
                    "neighbours %d, lines %d of %d expected, counted %d of %d and rejected %d of %d after: %s",
                    neighbours,
                    lines - linesBefore - NEIGHBOURS,
                    expected,
                    intake.counts.lines.sum(),
                    lines,
                    intake.counts.rejected.total(),
                    refused,
                    new String(damaged, ISO_8859_1)));
        }
    }

    /** Number of lines without blank lines and comments; -1 if a quote makes it ambiguous. */
    private static int linesWithoutQuotes(byte[] bytes) {
        String text = new String(bytes, ISO_8859_1);
        if (text.indexOf('"') >= 0) {
            return -1;
        }
        int lines = 0;
        for (String line : text.split("\n")) {
            String content = line.replaceFirst("^[ \t\0]+", "");
            lines += content.isEmpty() || content.equals("\r") || content.startsWith("#") ? 0 : 1;
        }
        return lines;
    }

    /**
     * Number of neighbours among the lines of the batch. All lines must be readable, have a
     * timestamp, and match the stated count.
     */
    private int read(Parcel.Batch batch) {
        int neighbours = 0;
        int lines = 0;
        reader.wrap(batch.lines(), 0, batch.lines().length);
        while (reader.next()) {
            lines++;
            if (reader.error() != LineError.NONE || !reader.hasTimestamp()) {
                throw new AssertionError("not canonical: " + new String(batch.lines(), ISO_8859_1));
            }
            int length = reader.lineEnd() - reader.lineStart();
            if (length == NEIGHBOUR.length()
                    && NEIGHBOUR.equals(new String(batch.lines(), reader.lineStart(), length, ISO_8859_1))) {
                neighbours++;
            }
        }
        assertThat(lines).isEqualTo(batch.lineCount());
        return neighbours;
    }

    private static byte[] joined(byte[] before, byte[] damaged, byte[] after) {
        byte[] joined = new byte[before.length + damaged.length + after.length];
        System.arraycopy(before, 0, joined, 0, before.length);
        System.arraycopy(damaged, 0, joined, before.length, damaged.length);
        System.arraycopy(after, 0, joined, before.length + damaged.length, after.length);
        return joined;
    }
}
