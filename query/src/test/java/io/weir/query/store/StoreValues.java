package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueStore;
import io.weir.query.series.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Random values of all types in a real store are read as they were written. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class StoreValues<S extends ValueStore> {
    static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final int ROWS = 400;
    static final int SELECTIONS = 40;
    static final long START = 1_700_000_000_000L;
    static final int MILLIS = 100_000;
    protected static final List<String> MEASUREMENTS = List.of("cpu.total", "net");
    private static final List<String> FIELDS = List.of("load", "count", "note", "is up");
    private static final List<String> TEXTS =
            List.of("", "ok", "a \"b\"", "c\\d", "ü, 漢字=1", "'x'; DROP TABLE net", "NaN", "7");

    private final List<Value> written = new ArrayList<>();
    private @Nullable S store;

    /**
     * A value that was written.
     *
     * @param text its type and the value
     */
    protected record Value(String measurement, Map<String, String> tags, String field, long nanos, String text) {}

    /** Values that a query selects. */
    record Choice(List<Matcher> matchers, long from, long to, List<Value> expected) {
        @Override
        public String toString() {
            return matchers + " from " + from + " to " + to;
        }
    }

    /** Starts the store with these lines. Both measurements have the tags {@code host} and {@code rack}. */
    protected abstract S start(Path directory, String lines) throws Exception;

    protected abstract void end();

    /** The value of a flag as the store has it. */
    protected String flag(boolean value) {
        return ValueType.BOOLEAN + " " + value;
    }

    final S store() {
        return Objects.requireNonNull(store);
    }

    @BeforeAll
    void write(@TempDir Path directory) throws Exception {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            add(random, i, written, lines);
        }
        store = start(directory, lines.toString());
    }

    @AfterAll
    void stop() {
        end();
    }

    @Test
    void valuesAreReadAsWritten() {
        Random random = new Random(SEED + 1);
        int found = 0;
        for (int i = 0; i < SELECTIONS; i++) {
            Choice choice = choice(random);
            compare(choice);
            found += choice.expected().size();
        }
        assertThat(found).isGreaterThan(ROWS);
    }

    private void add(Random random, int row, List<Value> written, StringBuilder lines) {
        String measurement = MEASUREMENTS.get(random.nextInt(MEASUREMENTS.size()));
        Map<String, String> tags = new TreeMap<>(Map.of("host", "h" + random.nextInt(3)));
        if (random.nextBoolean()) {
            tags.put("rack", "r " + random.nextInt(2));
        }
        // No two rows have the same time.
        long nanos = (START + random.nextInt(MILLIS)) * NanoTimes.PER_MILLI + row;
        lines.append(measurement);
        tags.forEach((tag, value) -> lines.append(',').append(tag).append('=').append(value.replace(" ", "\\ ")));
        // QuestDB stores false in a row without the flag.
        boolean flag = random.nextBoolean();
        lines.append(" is\\ up=").append(flag);
        written.add(new Value(measurement, tags, "is up", nanos, flag(flag)));
        if (random.nextBoolean()) {
            double load = random.nextInt(4) == 0 ? random.nextInt(5) : random.nextGaussian() * 1e20;
            lines.append(",load=").append(load);
            written.add(new Value(measurement, tags, "load", nanos, ValueType.FLOAT + " " + load));
        }
        if (random.nextBoolean()) {
            long count = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextLong() / 2;
            lines.append(",count=").append(count).append('i');
            written.add(new Value(measurement, tags, "count", nanos, ValueType.INTEGER + " " + count));
        }
        String note = TEXTS.get(random.nextInt(TEXTS.size()));
        if (random.nextBoolean()) {
            lines.append(",note=\"")
                    .append(note.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
            written.add(new Value(measurement, tags, "note", nanos, ValueType.TEXT + " " + note));
        }
        lines.append(' ').append(nanos).append('\n');
    }

    final Choice choice(Random random) {
        String measurement = MEASUREMENTS.get(random.nextInt(MEASUREMENTS.size()));
        List<Matcher> matchers = new ArrayList<>();
        matchers.add(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, measurement));
        String field = random.nextBoolean() ? FIELDS.get(random.nextInt(FIELDS.size())) : "";
        if (!field.isEmpty()) {
            matchers.add(new Matcher(PromqlNames.FIELD, Comparison.EQUALS, field));
        }
        String host = random.nextBoolean() ? "h" + random.nextInt(4) : "";
        boolean isHost = random.nextBoolean();
        if (!host.isEmpty()) {
            matchers.add(new Matcher("host", isHost ? Comparison.EQUALS : Comparison.EQUALS_NOT, host));
        }
        boolean hasNoRack = random.nextInt(3) == 0;
        if (hasNoRack) {
            matchers.add(new Matcher("rack", Comparison.EQUALS, ""));
        }
        long from = START + random.nextInt(MILLIS);
        long to = from + random.nextInt(MILLIS);
        List<Value> expected = written.stream()
                .filter(each -> each.measurement().equals(measurement)
                        && (field.isEmpty() || each.field().equals(field))
                        && (host.isEmpty() || isHost == host.equals(each.tags().get("host")))
                        && !(hasNoRack && each.tags().containsKey("rack"))
                        && each.nanos() >= from * NanoTimes.PER_MILLI
                        && each.nanos() < (to + 1) * NanoTimes.PER_MILLI)
                .toList();
        return new Choice(matchers, from, to, expected);
    }

    private void compare(Choice choice) {
        Collected collected = new Collected();
        store().read(choice.matchers(), choice.from(), choice.to(), Duration.ofMinutes(1), collected);
        assertThat(collected.values).as("%s", choice).containsExactlyInAnyOrderElementsOf(choice.expected());
        Map<String, List<Long>> times = new TreeMap<>();
        collected.values.forEach(
                each -> times.computeIfAbsent(each.measurement() + each.tags() + each.field(), key -> new ArrayList<>())
                        .add(each.nanos()));
        assertThat(times.values()).as("%s", choice).allSatisfy(each -> assertThat(each)
                .isSorted());
    }

    private static final class Collected implements ValueSink {
        private final List<Value> values = new ArrayList<>();
        private String measurement = "";
        private Map<String, String> tags = Map.of();
        private long nanos;

        @Override
        public void row(String ofMeasurement, Map<String, String> withTags, long at) {
            measurement = ofMeasurement;
            tags = withTags;
            nanos = at;
        }

        @Override
        public void value(String field, ValueType type, String text) {
            String exact = type == ValueType.FLOAT ? Double.toString(Double.parseDouble(text)) : text;
            values.add(new Value(measurement, tags, field, nanos, type + " " + exact));
        }
    }
}
