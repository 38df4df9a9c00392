package io.weir.standalone.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.BoundHost;
import io.weir.dashboard.api.QueryApi;
import io.weir.dashboard.http.Embedders;
import io.weir.dashboard.http.LocalAccess;
import io.weir.dashboard.http.WebServer;
import io.weir.query.api.Turns;
import io.weir.query.api.ValueLimits;
import io.weir.query.api.ValuesApi;
import io.weir.query.questdb.QuestDbSeries;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir query --raw} with the values of a real QuestDB. */
class RawQueryTest {
    private static final String DISK = "{__measurement__=\"disk\",host=~\"a.*\"}";
    private static final String SINCE = "--since=10m";
    private static final int MOST = 1_000;

    private static EmbeddedQuestDb store;
    private static WebServer web;

    @BeforeAll
    static void start(@TempDir Path directory) {
        store = new EmbeddedQuestDb(directory).start();
        run("CREATE TABLE disk (timestamp TIMESTAMP_NS, host SYMBOL, used DOUBLE, files LONG, state VARCHAR, ro"
                + " BOOLEAN, bins DOUBLE[]) TIMESTAMP(timestamp)");
        run("INSERT INTO disk VALUES ('2023-11-14T22:13:20.000000007Z', 'a \"b\"', 0.1, 9007199254740993,"
                + " '\u001b[31mok, \"yes\"', true, ARRAY[1.0, 2.5])");
        run("INSERT INTO disk (timestamp, host, state) VALUES ('2023-11-14T22:13:20.000000007Z', 'flp1', 'ok')");
        run("CREATE TABLE cpu AS (SELECT timestamp_sequence('2023-11-14T22:13:20', 1000) timestamp, rnd_double() value"
                + " FROM long_sequence(" + (MOST + 1) + ")) TIMESTAMP(timestamp)");
        ValuesApi values = new ValuesApi(
                new QuestDbSeries(store.url().replace("questdb:", "http:"), Optional.empty()),
                new ValueLimits(MOST, 1 << 30, Duration.ofMinutes(2)),
                new Turns(1),
                Clock.systemUTC());
        web = new WebServer(
                new WebServer.Site("127.0.0.1", 0, Optional.empty(), Embedders.NONE),
                1,
                new LocalAccess(Optional.empty(), Optional.empty(), BoundHost.of("127.0.0.1"), false, "otto"),
                Clock.systemUTC(),
                new QueryApi(Optional.empty(), Optional.of(values)).endpoints(),
                "io/weir/dashboard/page/");
        web.start();
    }

    @AfterAll
    static void stop() {
        web.close();
        store.close();
    }

    private static void run(String statement) {
        assertThat(store.exec(statement).has("error")).as(statement).isFalse();
    }

    private static CommandCalls raw(String... arguments) {
        return CommandCalls.query(toServer(arguments));
    }

    private static String[] toServer(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.add("--raw");
        all.add("--url=http://127.0.0.1:" + web.port());
        return all.toArray(String[]::new);
    }

    private static String printed(String... arguments) {
        CommandCalls call = raw(arguments);
        assertThat(call.errors()).isEmpty();
        assertThat(call.exit()).isZero();
        return call.output();
    }

    @Test
    void eachValueIsALine() {
        assertThat(printed(DISK, SINCE)).isEqualTo("""
                        2023-11-14T22:13:20.000000007Z  disk{host="a \\"b\\""}  used  0.1
                        2023-11-14T22:13:20.000000007Z  disk{host="a \\"b\\""}  files  9007199254740993
                        2023-11-14T22:13:20.000000007Z  disk{host="a \\"b\\""}  state  \\u{001b}[31mok, "yes"
                        2023-11-14T22:13:20.000000007Z  disk{host="a \\"b\\""}  ro  true
                        2023-11-14T22:13:20.000000007Z  disk{host="a \\"b\\""}  bins  [1.0,2.5]
                        """);
        assertThat(printed("disk_files{host=~\"a.*\"}", SINCE))
                .endsWith("  files  9007199254740993\n")
                .hasLineCount(1);
        assertThat(printed(DISK, "--from=2023-11-14T22:14:00Z")).isEmpty();
    }

    /** The example of docs/query-command.md. */
    @Test
    void selectorFindsAText() {
        assertThat(printed("disk_state{host=\"flp1\"}", SINCE))
                .isEqualTo("2023-11-14T22:13:20.000000007Z  disk{host=\"flp1\"}  state  ok\n");
    }

    @Test
    void jsonIsThatOfTheServer() {
        String start = "{\"measurement\":\"disk\",\"tags\":{\"host\":\"a \\\"b\\\"\"},\"field\":\"";
        String time = "\",\"time\":\"2023-11-14T22:13:20.000000007Z\",\"type\":\"";
        assertThat(printed(DISK, SINCE, "--json").lines())
                .containsExactly(
                        start + "used" + time + "float\",\"value\":0.1}",
                        start + "files" + time + "integer\",\"value\":9007199254740993}",
                        start + "state" + time + "text\",\"value\":\"\\u001B[31mok, \\\"yes\\\"\"}",
                        start + "ro" + time + "boolean\",\"value\":true}",
                        start + "bins" + time + "array\",\"value\":[1.0,2.5]}");
    }

    @Test
    void csvIsThatOfTheServer() {
        String row = "2023-11-14T22:13:20.000000007Z,\"disk\",\"{\"\"host\"\":\"\"a \\\"\"b\\\"\"\"\"}\",";
        assertThat(printed(DISK, SINCE, "--csv").lines())
                .containsExactly(
                        "time,measurement,tags,field,type,value",
                        row + "\"used\",float,0.1",
                        row + "\"files\",integer,9007199254740993",
                        row + "\"state\",text,\"\u001b[31mok, \"\"yes\"\"\"",
                        row + "\"ro\",boolean,true",
                        row + "\"bins\",array,\"[1.0,2.5]\"");
    }

    @Test
    void parquetHasTheValues(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("disk.parquet");
        try (OutputStream out = Files.newOutputStream(file)) {
            CommandCalls call = CommandCalls.queryTo(out, toServer(DISK, SINCE, "--parquet"));
            assertThat(call.errors()).isEmpty();
            assertThat(call.exit()).isZero();
        }
        String row = "1700000000000000007|disk|{\"host\":\"a \\\"b\\\"\"}|";
        assertThat(rows(file))
                .containsExactly(
                        row + "used|float|0.1|null|null|null|null",
                        row + "files|integer|null|9007199254740993|null|null|null",
                        row + "state|text|null|null|null|\u001b[31mok, \"yes\"|null",
                        row + "ro|boolean|null|null|true|null|null",
                        row + "bins|array|null|null|null|null|[1.0,2.5]");
    }

    private static List<String> rows(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT concat_ws('|', epoch_ns(time), measurement, tags, field,"
                                + " type, coalesce(value_float::VARCHAR, 'null'), coalesce(value_integer::VARCHAR, 'null'),"
                                + " coalesce(value_boolean::VARCHAR, 'null'), coalesce(value_text, 'null'),"
                                + " coalesce(value_array, 'null')) FROM '" + file + "'")) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    @Test
    void parquetIsRefusedAtATerminal() {
        CommandCalls call = CommandCalls.queryAtTerminal(toServer(DISK, SINCE, "--parquet"));
        assertThat(call.exit()).isEqualTo(2);
        assertThat(call.errors())
                .contains("--parquet is no text for a terminal: write it to a file, such as > values.parquet");
        assertThat(call.output()).isEmpty();
    }

    @Test
    void parquetThatTheServerRefusesHasTheReason() {
        CommandCalls cut = raw("cpu", SINCE, "--parquet");
        assertThat(cut.exit()).isEqualTo(1);
        assertThat(cut.errors()).contains("refuses the query: ", MOST + " values");
        assertThat(cut.output()).isEmpty();
    }

    @Test
    void refusalsNameTheMistake() {
        CommandCalls call = raw("rate(cpu[1m])", SINCE);
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors()).contains("refuses the query: ", "is not a selector");
        CommandCalls cut = raw("cpu", SINCE);
        assertThat(cut.exit()).isEqualTo(1);
        assertThat(cut.errors()).contains(MOST + " values");
    }

    @Test
    void optionsOfSteppedQueriesAreRefused() {
        for (String option : new String[] {"--step=1m", "--at=2023-11-14", "--resolution=5m", "--plot"}) {
            CommandCalls call = raw("cpu", SINCE, option);
            assertThat(call.exit()).isEqualTo(2);
            assertThat(call.errors()).contains("leave out --step, --at, --resolution and --plot");
        }
        assertThat(raw("cpu").errors()).contains("--raw needs a range: add --since, such as --since 10m");
    }
}
