package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.query.archive.ArchiveSeries;
import io.weir.query.series.Matcher;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueStore;
import io.weir.query.series.ValueType;
import io.weir.writer.testing.WrittenArchive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** DuckDB reads raw values in Parquet, and finds those that the answer in NDJSON has. */
@TestInstance(Lifecycle.PER_CLASS)
class ParquetAnswerTest {
    private static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final long START = 1_700_000_000_000_000_000L;
    private static final int LINES = 250;
    private static final int FIELDS = 40;
    /** A row group has 65 536 rows. */
    private static final int MORE_THAN_A_GROUP = 66_000;
    /** Of a million characters each. */
    private static final int TEXTS_OF_TWO_GROUPS = 12;

    private static final List<String> TEXTS =
            List.of("", "ok", "a \"b\"", "c\\d", "ü, 漢字=1", "'x'; DROP TABLE net", "NaN", "7", "😀");
    private static final List<String> INTEGERS = List.of(
            "0i", "9007199254740993i", Long.MAX_VALUE + "i", Long.MIN_VALUE + "i", "18446744073709551615u", "7u");
    private static final List<String> FLOATS =
            List.of("0", "-0.0", "0.1", "1e-320", "1.7976931348623157e308", "9007199254740993");
    private static final ObjectMapper JSON = new ObjectMapper();

    private Path directory;
    private ArchiveSeries store;

    @BeforeAll
    void write(@TempDir Path empty) throws IOException {
        directory = empty;
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(i % 2 == 0 ? "cpu" : "net\\ 1").append(",host=h").append(random.nextInt(5));
            if (random.nextBoolean()) {
                lines.append(",rack=\"r\\ ").append(random.nextInt(2)).append('"');
            }
            char separator = ' ';
            for (int field = 0; field < FIELDS; field++) {
                lines.append(separator).append('f').append(field).append('=').append(value(field, random));
                separator = ',';
            }
            lines.append(' ').append(START + i * 1_000_000_007L).append('\n');
        }
        Path archive = directory.resolve("archive");
        WrittenArchive.write(archive, lines.toString());
        store = ArchiveSeries.of(archive);
    }

    private static String value(int field, Random random) {
        boolean isRare = random.nextInt(4) == 0;
        return switch (field % 5) {
            case 0 ->
                isRare ? FLOATS.get(random.nextInt(FLOATS.size())) : Double.toString(random.nextGaussian() * 1e20);
            case 1 -> isRare ? INTEGERS.get(random.nextInt(4)) : random.nextLong() + "i";
            case 2 -> INTEGERS.get(4 + random.nextInt(2));
            case 3 -> Boolean.toString(random.nextBoolean());
            default ->
                '"'
                        + TEXTS.get(random.nextInt(TEXTS.size()))
                                .replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                        + '"';
        };
    }

    /** What a request was answered with. */
    private static final class Answer {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private int status;
        private String mediaType = "";

        static Answer to(ValuesApi api, Map<String, String> parameters, String accept) throws IOException {
            Answer answer = new Answer();
            answer.ask(api, parameters, accept);
            return answer;
        }

        void ask(ValuesApi api, Map<String, String> parameters, String accept) throws IOException {
            Map<String, List<String>> query = new TreeMap<>(Map.of("from", List.of("0")));
            parameters.forEach((name, value) -> query.put(name, List.of(value)));
            api.answer(query, "", accept, true, (code, type) -> {
                status = code;
                mediaType = type;
                return body;
            });
        }
    }

    private static ValuesApi api(ValueStore store, long values, long bytes) {
        return new ValuesApi(
                store, new ValueLimits(values, bytes, Duration.ofMinutes(1)), new Turns(1), Clock.systemUTC());
    }

    private ValuesApi api() {
        return api(store, 1_000_000, 1 << 30);
    }

    @Test
    void parquetHasTheValuesOfJson() throws Exception {
        Map<String, String> all = Map.of("series", "{__measurement__=~\".+\"}");
        Answer parquet = Answer.to(api(), all, "application/vnd.apache.parquet");
        assertThat(parquet.status).isEqualTo(200);
        assertThat(parquet.mediaType).isEqualTo("application/vnd.apache.parquet");
        List<String> found = read(parquet);
        List<String> expected = json(Answer.to(api(), all, ""));
        assertThat(expected).hasSize(LINES * FIELDS);
        Collections.sort(found);
        Collections.sort(expected);
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void anAnswerOfAllTypesIsExact() throws Exception {
        ValueStore types = values(
                Map.entry(ValueType.FLOAT, "-0.0"),
                Map.entry(ValueType.INTEGER, "-9007199254740993"),
                Map.entry(ValueType.INTEGER, "18446744073709551615"),
                Map.entry(ValueType.INTEGER, "7.0"),
                Map.entry(ValueType.BOOLEAN, "false"),
                Map.entry(ValueType.TEXT, ""),
                Map.entry(ValueType.ARRAY, "[1.5,null,[2]]"));
        Answer answer = Answer.to(api(types, 100, 1 << 20), Map.of("series", "x", "format", "parquet"), "text/csv");
        String row = "1969-12-31T23:59:59.999999999Z|m|{\"host\":\"a\"}|f|";
        assertThat(read(answer))
                .containsExactly(
                        row + "float|-0.0|null|null|null|null|null",
                        row + "integer|null|-9007199254740993|null|null|null|null",
                        row + "integer|null|null|18446744073709551615|null|null|null",
                        row + "integer|null|null|null|null|7.0|null",
                        row + "boolean|null|null|null|false|null|null",
                        row + "text|null|null|null|null||null",
                        row + "array|null|null|null|null|null|[1.5,null,[2]]");
        assertThat(types(answer))
                .containsExactly(
                        "time TIMESTAMP_NS",
                        "measurement VARCHAR",
                        "tags VARCHAR",
                        "field VARCHAR",
                        "type VARCHAR",
                        "value_float DOUBLE",
                        "value_integer BIGINT",
                        "value_unsigned UBIGINT",
                        "value_boolean BOOLEAN",
                        "value_text VARCHAR",
                        "value_array VARCHAR");
    }

    @Test
    void anEmptyAnswerIsAFileWithoutRows() throws Exception {
        Answer answer = Answer.to(api(), Map.of("series", "none_such", "format", "parquet"), "");
        assertThat(answer.status).isEqualTo(200);
        assertThat(read(answer)).isEmpty();
    }

    /** Long texts end a row group before its rows do, so the answer is never in memory as a whole. */
    @Test
    void anAnswerBeginsBeforeItsLastValue() throws Exception {
        Answer answer = new Answer();
        ValueStore texts = (matchers, from, to, time, sink) -> {
            longTexts(sink);
            assertThat(answer.status).isEqualTo(200);
        };
        answer.ask(api(texts, TEXTS_OF_TWO_GROUPS, 1 << 30), Map.of("series", "x", "format", "parquet"), "");
        assertThat(query(answer, "SELECT count(DISTINCT value_text) FROM ", rows -> rows.getString(1)))
                .containsExactly(Integer.toString(TEXTS_OF_TWO_GROUPS));
    }

    @Test
    void anAnswerHasSeveralRowGroups() throws Exception {
        Answer answer =
                Answer.to(api(numbers(), MORE_THAN_A_GROUP, 1 << 30), Map.of("series", "x", "format", "parquet"), "");
        assertThat(query(
                        answer,
                        "SELECT count(*) FILTER (value_integer = epoch_ns(time)), sum(value_integer), count(value_text)"
                                + " FROM ",
                        rows -> rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3)))
                .containsExactly(MORE_THAN_A_GROUP + " " + MORE_THAN_A_GROUP * (MORE_THAN_A_GROUP - 1L) / 2 + " 0");
    }

    @Test
    void limitsCutAnAnswerSoThatItCannotBeRead() throws Exception {
        Map<String, String> parameters = Map.of("series", "x", "format", "parquet");
        Answer refused = Answer.to(api(numbers(), 1_000, 1 << 30), parameters, "");
        assertThat(refused.status).isEqualTo(422);
        assertThat(refused.body.toString(UTF_8)).contains("the answer has more than 1000 values;");

        Answer cut = new Answer();
        ValueStore texts = (matchers, from, to, time, sink) -> longTexts(sink);
        assertThatThrownBy(() -> cut.ask(api(texts, TEXTS_OF_TWO_GROUPS - 1, 1 << 30), parameters, ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 11 values");
        assertThat(cut.status).isEqualTo(200);
        assertThatThrownBy(() -> read(cut)).isInstanceOf(SQLException.class);

        Answer tooLarge = Answer.to(api(numbers(), MORE_THAN_A_GROUP, 1_000), parameters, "");
        assertThat(tooLarge.status).isEqualTo(422);
        assertThat(tooLarge.body.toString(UTF_8)).contains("the answer has more than 1000 bytes;");
    }

    private static void longTexts(ValueSink sink) {
        for (int i = 0; i < TEXTS_OF_TWO_GROUPS; i++) {
            sink.row("m", Map.of(), i);
            sink.value("f", ValueType.TEXT, random(1 << 20, i));
        }
    }

    /** Each value is the nanosecond of its time. */
    private static ValueStore numbers() {
        return (matchers, from, to, time, sink) -> {
            for (int i = 0; i < MORE_THAN_A_GROUP; i++) {
                sink.row("m", Map.of(), i);
                sink.value("f", ValueType.INTEGER, Integer.toString(i));
            }
        };
    }

    @SafeVarargs
    private static ValueStore values(Map.Entry<ValueType, String>... values) {
        return (List<Matcher> matchers, long from, long to, Duration time, ValueSink sink) -> {
            sink.row("m", Map.of("host", "a"), -1);
            for (Map.Entry<ValueType, String> each : values) {
                sink.value("f", each.getKey(), each.getValue());
            }
        };
    }

    private static String random(int length, int seed) {
        StringBuilder text = new StringBuilder(length);
        new Random(seed).ints(length, 'a', 'z' + 1).forEach(each -> text.append((char) each));
        return text.toString();
    }

    /** The rows as texts. */
    private List<String> read(Answer answer) throws Exception {
        return query(answer, "SELECT epoch_ns(time), * EXCLUDE (time) FROM ", rows -> {
            StringBuilder text = new StringBuilder();
            long nanos = rows.getLong(1);
            text.append(
                    Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L)));
            for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
                text.append('|').append(rows.getObject(i));
            }
            return text.toString();
        });
    }

    private List<String> types(Answer answer) throws Exception {
        return query(
                answer,
                "SELECT column_name, column_type FROM (DESCRIBE FROM ",
                rows -> rows.getString(1) + " " + rows.getString(2));
    }

    private interface Row {
        String text(ResultSet rows) throws SQLException;
    }

    private List<String> query(Answer answer, String statement, Row row) throws Exception {
        Path file = Files.write(directory.resolve("answer.parquet"), answer.body.toByteArray());
        String end = statement.contains("(DESCRIBE") ? ")" : "";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement running = connection.createStatement();
                ResultSet rows = running.executeQuery(statement + "read_parquet('" + file + "')" + end)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(row.text(rows));
            }
            return texts;
        }
    }

    /** The lines of an answer as the texts of {@link #read}. */
    private static List<String> json(Answer answer) throws IOException {
        List<String> texts = new ArrayList<>();
        for (String line : answer.body.toString(UTF_8).lines().toList()) {
            JsonNode value = JSON.readTree(line);
            if (value.has("complete")) {
                assertThat(value.path("complete").asBoolean()).isTrue();
                continue;
            }
            String type = value.path("type").asText();
            String text = value.path("value").asText();
            List<String> cells = new ArrayList<>(Collections.nCopies(6, "null"));
            switch (type) {
                case "float" -> cells.set(0, Double.toString(value.path("value").doubleValue()));
                case "integer" -> cells.set(value.path("value").canConvertToLong() ? 1 : 2, text);
                case "boolean" -> cells.set(3, text);
                default -> cells.set(4, text);
            }
            texts.add(value.path("time").asText() + "|"
                    + value.path("measurement").asText() + "|" + value.path("tags") + "|"
                    + value.path("field").asText() + "|" + type + "|" + String.join("|", cells));
        }
        return texts;
    }
}
