package io.weir.standalone.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.contract.config.YamlSource;
import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.gateway.mapping.RecordError;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordLines;
import io.weir.gateway.mapping.RecordMapping;
import io.weir.relay.message.BatchReader;
import io.weir.relay.message.RecordLayout;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** The JSON of the relay is read by the gateway's inputs with the same mapping. */
class RelayedJsonTest {
    private static final int LINES = 5_000;
    private static final List<String> KEYS = List.of("v", "used.cpu", "used.memory", "a b", "ü", "x=y", "a/b~c");
    private static final List<String> TEXTS = List.of("a", "b c", "d,e", "f=g", "h\\i", "ü\"j", "0", "true");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A line as the test knows it: not by the code that it tests. */
    private record Line(Series series, Map<String, Object> fields, long stamp) {
        String spelled() {
            List<String> spelled = new ArrayList<>();
            fields.forEach(
                    (key, value) -> spelled.add(new String(FieldKey.spelled(key), UTF_8) + "=" + spelledValue(value)));
            return new String(series.canonical(), UTF_8) + " " + String.join(",", spelled) + " " + stamp;
        }

        private static String spelledValue(Object value) {
            if (value instanceof Long) {
                return value + "i";
            }
            return value instanceof String text
                    ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
                    : value.toString();
        }
    }

    @Test
    void isReadByTheSameMapping() {
        for (String precision : List.of("ns", "us", "ms", "s")) {
            String mapping = "{measurement: /m, tags: {host: /where/host, 'a b': /tag, fixed: constant}, timestamp: /t,"
                    + " precision: " + precision + "}";
            List<Line> lines = new ArrayList<>();
            for (int i = 0; i < LINES / 4; i++) {
                lines.add(line());
            }
            assertThat(read(relayed(lines, mapping), mapping))
                    .as("-Dweir.test.seed=" + seed)
                    .isEqualTo(lines);
        }
    }

    @Test
    void aKeyWithTooManyNamesIsRefusedAlone() throws Exception {
        RecordLayout layout =
                YamlSource.text("mapping.yaml", "{measurement: /type}").read(RecordLayout::read);
        String most = "a.".repeat(99) + "a";
        String tooMany = "a.".repeat(100) + "a";
        assertThat(outcomes(layout, ".".repeat(1_024) + "=1", tooMany + "=1", most + "=1"))
                .containsExactly(
                        "0: too-deep",
                        "1: too-deep",
                        "2: " + "{\"type\":\"m\"" + ",\"a\":{".repeat(1) + "\"a\":{".repeat(98) + "\"a\":1.0"
                                + "}".repeat(100));
    }

    @Test
    void aLineThatCannotBeWrittenIsRefusedAlone() throws Exception {
        RecordLayout layout = YamlSource.text(
                        "mapping.yaml", "{measurement: m, fields: {v: " + "/a".repeat(1_100) + ", w: /w}}")
                .read(RecordLayout::read);
        assertThat(outcomes(layout, "w=1", "v=1", "w=2"))
                .containsExactly("0: {\"w\":1.0}", "1: internal-error", "2: {\"w\":2.0}");
    }

    @Test
    void declaredArraysAreArrays() throws Exception {
        String mapping = "{measurement: m, arrays: [bins, '*_list'], fields: {bins: /b, a_list: /l, text: /t}}";
        RecordLayout layout = YamlSource.text("mapping.yaml", mapping).read(RecordLayout::read);
        assertThat(outcomes(
                        layout,
                        "bins=\"[1.50, 123456789012345678901,-2e-3]\",text=\"[1]\"",
                        "a_list=\"[\\\"a\\\\\\\"b\\\",\\\"ü\\\"]\",bins=\"[]\"",
                        "bins=\"[1\"",
                        "bins=\"[[1]]\"",
                        "bins=1.5"))
                .containsExactly(
                        "0: {\"b\":[1.50, 123456789012345678901,-2e-3],\"t\":\"[1]\"}",
                        "1: {\"l\":[\"a\\\"b\",\"ü\"],\"b\":[]}",
                        "2: not-an-array",
                        "3: not-an-array",
                        "4: {\"b\":1.5}");
    }

    @Test
    void anArrayIsReadAgainAsItWas() {
        String shared = "measurement: m, timestamp: /t, precision: ns";
        RecordLayout layout =
                YamlSource.text("mapping.yaml", "{" + shared + ", arrays: [v]}").read(RecordLayout::read);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            List<String> elements = new ArrayList<>();
            for (int left = random.nextInt(5); left > 0; left--) {
                elements.add(Long.toString(random.nextLong()));
            }
            lines.add(new Line(
                    new Series("m", new TreeMap<>()),
                    new TreeMap<>(Map.of("v", elements.toString().replace(" ", ""))),
                    i));
        }
        assertThat(read(relayed(lines, layout), "{" + shared + "}"))
                .as("-Dweir.test.seed=" + seed)
                .isEqualTo(lines);
    }

    /** The body of each line with these fields, or why it is refused, after its number. */
    private static List<String> outcomes(RecordLayout layout, String... fields) {
        List<String> outcomes = new ArrayList<>();
        List<Message> messages = new ArrayList<>();
        String batch = String.join(
                "\n", Stream.of(fields).map(field -> "m " + field + " 1").toList());
        new BatchReader(MessageTemplate.of("{measurement}"), Optional.of(layout), List.of())
                .read(new ConsumerRecord<>("t", 0, 0, null, batch.getBytes(UTF_8)), messages, new Refusals() {
                    @Override
                    public void refuse(String id, byte[] bytes, String reason) {
                        outcomes.add(id.substring("t/0/0/".length()) + ": " + reason);
                    }

                    @Override
                    public void unroutable(String route) {
                        throw new AssertionError(route);
                    }
                });
        messages.forEach(message ->
                outcomes.add(message.id().substring("t/0/0/".length()) + ": " + new String(message.bytes(), UTF_8)));
        return outcomes.stream().sorted().toList();
    }

    private Line line() {
        Series series = new Series("m" + text(), new TreeMap<>(Map.of("fixed", "constant", "host", text())));
        if (random.nextBoolean()) {
            series = series.withTag("a b", text());
        }
        Map<String, Object> fields = new TreeMap<>();
        for (int i = random.nextInt(KEYS.size()); i >= 0; i--) {
            fields.put(KEYS.get(random.nextInt(KEYS.size())), value());
        }
        return new Line(series, fields, random.nextLong(4_000_000_000_000_000_000L));
    }

    private Object value() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(5) == 0 ? (double) random.nextInt(100) : random.nextGaussian() * 1e9;
            case 2 -> random.nextBoolean();
            default -> text();
        };
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private List<Message> relayed(List<Line> lines, String mapping) {
        return relayed(lines, YamlSource.text("mapping.yaml", mapping).read(RecordLayout::read));
    }

    private List<Message> relayed(List<Line> lines, RecordLayout layout) {
        BatchReader reader = new BatchReader(MessageTemplate.of("{measurement}"), Optional.of(layout), List.of());
        String batch = String.join("\n", lines.stream().map(Line::spelled).toList());
        List<Message> messages = new ArrayList<>();
        reader.read(
                new ConsumerRecord<>("metrics.storage", 0, 0, null, batch.getBytes(UTF_8)), messages, new Refusals() {
                    @Override
                    public void refuse(String id, byte[] bytes, String reason) {
                        throw new AssertionError(reason + ": " + new String(bytes, UTF_8) + "; seed " + seed);
                    }

                    @Override
                    public void unroutable(String route) {
                        throw new AssertionError(route);
                    }
                });
        return messages;
    }

    private List<Line> read(List<Message> messages, String mapping) {
        List<Line> read = new ArrayList<>();
        RecordMapping same = YamlSource.text("mapping.yaml", mapping).read(RecordMapping::read);
        RecordLines records = RecordFormat.JSON.lines(same, new RecordLines.Target() {
            @Override
            public void lines(byte[] of, int length) {
                LineReader line = new LineReader();
                line.wrap(of, 0, length);
                while (line.next()) {
                    read.add(read(line));
                }
            }

            @Override
            public void refused(RecordError why, JsonPointer where, byte[] of, int from, int to, int at) {
                throw new AssertionError(why + " " + where + ": " + new String(of, from, to - from, UTF_8));
            }
        });
        for (Message message : messages) {
            records.read(message.bytes(), 0, message.bytes().length);
        }
        return read;
    }

    private static Line read(LineReader line) {
        assertThat(line.error()).isEqualTo(LineError.NONE);
        Map<String, Object> fields = new TreeMap<>();
        for (int i = 0; i < line.fieldCount(); i++) {
            fields.put(
                    line.fieldKey(i),
                    switch (line.fieldType(i)) {
                        case FLOAT -> line.doubleValue(i);
                        case INTEGER, UNSIGNED -> line.longValue(i);
                        case BOOLEAN -> line.booleanValue(i);
                        case STRING -> line.stringValue(i);
                    });
        }
        return new Line(Series.parse(line.bytes(), line.seriesStart(), line.seriesEnd()), fields, line.timestamp());
    }
}
