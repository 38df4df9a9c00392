package io.weir.writer.store.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Canonical lines of all types, with names and values that are hard to keep. */
final class RandomLines {
    private static final List<String> MEASUREMENTS = List.of("cpu", "a b,c", "größe", "x/../y=%");
    private static final List<String> TAGS = List.of("host", "Host", "time", "day", "a=b,c d", "value");
    private static final List<String> KEYS = List.of("value", "Value", "host", "time", "v_integer", "ü ,=", "v");
    private static final List<String> TEXTS =
            List.of("", "a", "\"quoted\" \\ back", "two\nlines", "ä€😀", "up", "down", " ", "\\", "\\\\\"");
    private static final double[] FLOATS = {
        0, -0.0, 1.5, Double.MIN_VALUE, Double.MAX_VALUE, -1e-300, 0.1, 1e21, 123456789.125, Math.PI
    };
    private static final long[] INTEGERS = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, 42};
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long FOUR_HOURS = 4 * 3_600_000_000_000L;

    private final Random random;
    private final LineBuffer line = new LineBuffer(256);

    RandomLines(long seed) {
        random = new Random(seed);
    }

    /** A line, without its line feed. Its fields are in the order of the archive's columns. */
    byte[] next() {
        line.clear();
        SortedMap<String, String> tags = new TreeMap<>();
        for (String tag : TAGS) {
            if (random.nextInt(3) == 0) {
                tags.put(tag, List.of("a", "b c", "ü,=", "x\\y").get(random.nextInt(4)));
            }
        }
        line.series(new Series(pick(MEASUREMENTS), tags).canonical());
        List<String> keys = new ArrayList<>(KEYS);
        keys.removeIf(key -> random.nextInt(3) > 0);
        if (keys.isEmpty()) {
            keys.add("value");
        }
        keys.sort(null);
        keys.forEach(this::field);
        line.timestamp(random.nextInt(400) == 0 ? -random.nextLong(START) : START + random.nextLong(FOUR_HOURS));
        byte[] bytes = line.toBytes();
        return Arrays.copyOf(bytes, bytes.length - 1);
    }

    private void field(String key) {
        byte[] spelled = FieldKey.spelled(key);
        switch (random.nextInt(6)) {
            case 0 -> line.field(spelled, FLOATS[random.nextInt(FLOATS.length)]);
            case 1 -> line.field(spelled, random.nextGaussian());
            case 2 -> line.field(spelled, INTEGERS[random.nextInt(INTEGERS.length)]);
            case 3 -> spelled(spelled, Long.toUnsignedString(INTEGERS[random.nextInt(INTEGERS.length)]) + "u");
            case 4 -> spelled(spelled, random.nextBoolean() ? "true" : "false");
            default -> {
                String text = random.nextBoolean() ? pick(TEXTS) : "text " + random.nextInt();
                spelled(spelled, '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
            }
        }
    }

    private void spelled(byte[] key, String value) {
        byte[] bytes = value.getBytes(UTF_8);
        line.field(key, bytes, 0, bytes.length);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
