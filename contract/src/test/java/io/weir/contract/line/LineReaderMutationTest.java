package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Valid lines, damaged at random, between two valid neighbours that must stay intact. */
class LineReaderMutationTest {
    private static final byte[] BEFORE = "before,a=b v=1 1\n".getBytes(UTF_8);
    private static final byte[] AFTER = "\nafter v=2 2\n".getBytes(UTF_8);
    private static final String SPICE = "\"\\,= \n\r#\t0-.eiut\0\u00c3\u00a9\u00ff";

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final LineReader reader = new LineReader();
    private final SeriesReader series = new SeriesReader();

    @Test
    void damagedLinesDoNotAffectTheirNeighbours() {
        System.out.println("LineReaderMutationTest: repeat with -Dweir.test.seed=" + seed);
        List<byte[]> lines = new ArrayList<>();
        LineCases.of("read").forEach(lineCase -> lines.add(LineCases.bytes(lineCase, "line")));
        LineCases.of("refused").forEach(lineCase -> lines.add(LineCases.bytes(lineCase, "line")));
        int refused = 0;
        int good = 0;
        for (int i = 0; i < 60_000; i++) {
            byte[] damaged = damage(lines, 1 + random.nextInt(3));
            List<Integer> counts = read(damaged);
            good += counts.get(0);
            refused += counts.get(1);
        }
        assertThat(good).isGreaterThan(6_000);
        assertThat(refused).isGreaterThan(6_000);
    }

    @Test
    void theExpectedSeriesDoesNotChangeResults() {
        List<byte[]> lines = new ArrayList<>();
        LineCases.of("read").forEach(lineCase -> lines.add(LineCases.bytes(lineCase, "line")));
        LineReader told = new LineReader();
        int met = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] input = concatenated(BEFORE, damage(lines, random.nextInt(3)), AFTER);
            String as = "seed " + seed + ": " + new String(input, ISO_8859_1);
            reader.wrap(input, 0, input.length);
            told.wrap(input, 0, input.length);
            while (reader.next()) {
                int end = Math.max(reader.seriesStart(), reader.seriesEnd() - Math.max(0, random.nextInt(5) - 2));
                byte[] expected = Arrays.copyOfRange(input, reader.seriesStart(), end);
                assertThat(told.next(expected)).as(as).isTrue();
                assertThat(outline(told)).as(as).isEqualTo(outline(reader));
                if (told.isAsExpected()) {
                    assertThat(told.seriesEnd()).as(as).isEqualTo(end);
                    met++;
                }
            }
            assertThat(told.next(BEFORE)).as(as).isFalse();
        }
        assertThat(met).isGreaterThan(10_000);
    }

    private static List<Object> outline(LineReader of) {
        LineError error = of.error();
        return error == LineError.NONE
                ? List.of(
                        of.lineEnd(),
                        of.seriesStart(),
                        of.seriesEnd(),
                        of.fieldsStart(),
                        of.fieldsEnd(),
                        of.timestamp())
                : List.of(of.lineEnd(), error, of.errorAt());
    }

    /**
     * Reads a damaged line between its neighbours; returns the counts of its valid and refused
     * lines.
     */
    private List<Integer> read(byte[] damaged) {
        byte[] input = concatenated(BEFORE, damaged, AFTER);
        String as = "seed " + seed + ": " + new String(damaged, ISO_8859_1);
        LineBuffer canonical = new LineBuffer(256);
        List<Map<String, Object>> seen = new ArrayList<>();
        int refused = 0;
        int end = 0;
        reader.wrap(input, 0, input.length);
        while (reader.next()) {
            assertThat(reader.lineStart()).as(as).isGreaterThanOrEqualTo(end);
            assertThat(reader.lineEnd()).as(as).isBetween(reader.lineStart(), input.length);
            end = reader.lineEnd();
            LineError error = reader.error();
            if (error == LineError.NONE) {
                error = series.read(input, reader.seriesStart(), reader.seriesEnd());
            } else {
                assertThat(reader.errorAt()).as(as).isBetween(reader.lineStart(), input.length);
            }
            if (error == LineError.NONE) {
                seen.add(contents());
                canonical.append(
                        series.canonical(), input, reader.fieldsStart(), reader.fieldsEnd(), reader.timestamp());
            } else {
                refused++;
            }
        }
        assertThat(seen.get(0)).as(as).containsEntry("series", "before,a=b").containsEntry("timestamp", 1L);
        assertThat(seen.get(seen.size() - 1))
                .as(as)
                .containsEntry("series", "after")
                .containsEntry("timestamp", 2L);
        if (new String(damaged, ISO_8859_1).indexOf('\n') < 0) {
            assertThat(seen.size() + refused).as(as).isEqualTo(isSkipped(damaged) ? 2 : 3);
        }
        assertThat(contents(canonical)).as(as).isEqualTo(seen);
        return List.of(seen.size() - 2, refused);
    }

    /** Whether a line is blank or a comment, defined independently of the reader. */
    private static boolean isSkipped(byte[] line) {
        return new String(line, ISO_8859_1).matches("(?s)[ \t\0]*(#.*|\r?)");
    }

    private List<Map<String, Object>> contents(LineBuffer canonical) {
        List<Map<String, Object>> contents = new ArrayList<>();
        reader.wrap(canonical.array(), 0, canonical.length());
        while (reader.next()) {
            assertThat(reader.error()).isEqualTo(LineError.NONE);
            assertThat(series.read(reader.bytes(), reader.seriesStart(), reader.seriesEnd()))
                    .isEqualTo(LineError.NONE);
            assertThat(series.isCanonical()).isTrue();
            contents.add(contents());
        }
        assertThat(contents).hasSize(canonical.lines());
        return contents;
    }

    private Map<String, Object> contents() {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < reader.fieldCount(); i++) {
            Object value =
                    switch (reader.fieldType(i)) {
                        case FLOAT -> reader.doubleValue(i);
                        case INTEGER, UNSIGNED -> reader.longValue(i);
                        case BOOLEAN -> reader.booleanValue(i);
                        case STRING -> reader.stringValue(i);
                    };
            fields.add(reader.fieldKey(i) + " " + reader.fieldType(i) + " " + value);
        }
        return Map.of(
                "series", new String(series.canonical(), UTF_8), "fields", fields, "timestamp", reader.timestamp());
    }

    private byte[] damage(List<byte[]> lines, int times) {
        byte[] line = lines.get(random.nextInt(lines.size()));
        for (int i = 0; i < times && line.length > 0; i++) {
            int at = random.nextInt(line.length);
            line = switch (random.nextInt(5)) {
                case 0 -> Arrays.copyOf(line, at);
                case 1 -> flipped(line, at);
                case 2 -> spiced(line, at);
                case 3 ->
                    concatenated(Arrays.copyOf(line, at), Arrays.copyOfRange(line, at + 1, line.length), new byte[0]);
                default -> spliced(line, at, lines.get(random.nextInt(lines.size())));
            };
        }
        return line;
    }

    private byte[] flipped(byte[] line, int at) {
        byte[] flipped = line.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        return flipped;
    }

    private byte[] spiced(byte[] line, int at) {
        byte[] spice = {(byte) SPICE.charAt(random.nextInt(SPICE.length()))};
        return concatenated(Arrays.copyOf(line, at), spice, Arrays.copyOfRange(line, at, line.length));
    }

    private byte[] spliced(byte[] line, int at, byte[] other) {
        return concatenated(
                Arrays.copyOf(line, at),
                Arrays.copyOfRange(other, random.nextInt(other.length), other.length),
                new byte[0]);
    }

    private static byte[] concatenated(byte[] a, byte[] b, byte[] c) {
        byte[] all = Arrays.copyOf(a, a.length + b.length + c.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        System.arraycopy(c, 0, all, a.length + b.length, c.length);
        return all;
    }
}
