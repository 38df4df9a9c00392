package io.weir.query.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.store.NanoTimes;
import io.weir.writer.testing.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The peculiarities of ClickHouse, of any version. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ClickHouseContract {
    /** In nanoseconds. */
    private static final long TIME = 1_700_000_000_000_000_000L;

    private static final Allowance PLENTY = new Allowance(200_000, 200_000, Duration.ofMinutes(1));

    private final Supplier<ServerProcess> servers;
    private WrittenClickHouse running;

    ClickHouseContract(Supplier<ServerProcess> servers) {
        this.servers = servers;
    }

    @BeforeAll
    void start() {
        running = new WrittenClickHouse(servers.get());
        running.write("first,host=h value=1 " + TIME + "\n");
    }

    @AfterAll
    void end() {
        if (running != null) {
            running.close();
        }
    }

    final WrittenClickHouse store() {
        return running;
    }

    static List<Matcher> of(String name) {
        return List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, name));
    }

    private static List<Matcher> in(String measurement) {
        return List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, measurement));
    }

    /** From 1969 to 2033. */
    final List<Series> select(List<Matcher> matchers) {
        return running.series().select(matchers, -1_000_000, 2_000_000_000_000L, PLENTY);
    }

    private double[] values(String name) {
        List<Series> found = select(of(name));
        assertThat(found).as(name).hasSize(1);
        return found.get(0).values();
    }

    private List<String> names(String measurement) {
        return running.series().list(in(measurement), -1_000_000, 2_000_000_000_000L, PLENTY).stream()
                .map(each -> each.get(Matcher.METRIC_NAME))
                .toList();
    }

    @Test
    void extremeNumbersAndTimesAreExact() {
        running.write("extreme t=\"x\",u=18446744073709551615u,v=-0,w=5e-324,x=1.7976931348623157e308,"
                + "y=-9223372036854775808i,z=false " + TIME + "\n");
        assertThat(values("extreme_u")).containsExactly(0x1p64);
        assertThat(1 / values("extreme_v")[0]).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(values("extreme_w")).containsExactly(Double.MIN_VALUE);
        assertThat(values("extreme_x")).containsExactly(Double.MAX_VALUE);
        assertThat(values("extreme_y")).containsExactly(-0x1p63);
        assertThat(values("extreme_z")).containsExactly(0);
        assertThat(names("extreme"))
                .containsExactly("extreme_u", "extreme_v", "extreme_w", "extreme_x", "extreme_y", "extreme_z");

        running.write("early v=1 -1\nearly v=2 0\nearly v=3 999999\nearly v=4 1000000\n");
        Series early = select(of("early_v")).get(0);
        assertThat(early.stamps()).containsExactly(-1, 0, 1);
        assertThat(early.values()).containsExactly(1, 3, 4);
        assertThat(running.series().select(of("early_v"), 0, 0, PLENTY).get(0).values())
                .containsExactly(3);
        assertThat(running.series().select(of("early_v"), -1, -1, PLENTY).get(0).values())
                .containsExactly(1);
    }

    /** {@link ClickHouseNames} has many. */
    @Test
    void quotesAndBackslashesAreData() {
        String name = "a`b\\c'd";
        running.write(name + "," + name + "=" + name + " v=1 " + TIME + "\n");
        List<Series> found = select(List.of(
                new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, name),
                new Matcher(PromqlNames.label(name), Comparison.EQUALS, name)));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).labels().get(PromqlNames.label(name))).isEqualTo(name);
    }

    /** The server replaces the whole row when it merges. */
    @Test
    void rowThatIsWrittenAgainCountsOnce() {
        running.write("again,host=h a=1,b=2 " + TIME + "\n");
        running.write("again,host=h a=3 " + TIME + "\n");
        assertThat(running.select("SELECT count() FROM DB.again")).isEqualTo("2");
        assertThat(values("again_a")).containsExactly(3);
        assertThat(select(of("again_b"))).isEmpty();
        assertThat(names("again")).containsExactly("again_a");
    }

    @Test
    void tagThatATableGotLaterIsALabel() {
        running.write("grown,host=a v=1 " + TIME + "\n");
        running.write("grown,host=a,rack=r v=2 " + TIME + "\n");
        running.write("grown,host=b v=3 " + (TIME - 1_000_000) + "\n");
        assertThat(select(in("grown")))
                .extracting(each -> each.labels() + " " + each.values()[0])
                .containsExactly(
                        "grown_v{host=\"a\"} 1.0", "grown_v{host=\"a\", rack=\"r\"} 2.0", "grown_v{host=\"b\"} 3.0");
    }

    /** Tables that an operator created. */
    @Test
    void otherTablesAreReadIfTheyTellTagsFromTexts() {
        running.execute("CREATE TABLE DB.plain (timestamp Int64, host String, f Float32, i Nullable(Int8), s UInt16,"
                + " text String, twice Float64 ALIAS f * 2) ENGINE = MergeTree PARTITION BY tuple()"
                + " ORDER BY (host, timestamp)");
        running.execute("INSERT INTO DB.plain (timestamp, host, f, s, text) VALUES (" + TIME + ", 'h', 0.5, 7, 'x'), ("
                + TIME + ", 'h', 0.5, 7, 'x')");
        assertThat(select(in("plain")))
                .extracting(each -> each.labels() + " " + each.values()[0])
                .containsExactly("plain_f{host=\"h\"} 0.5", "plain_s{host=\"h\"} 7.0", "plain_twice{host=\"h\"} 1.0");
        assertThat(select(in("plain"))).allMatch(each -> each.values().length == 1);
        assertThat(running.series()
                        .selectRanges(
                                new RangeQuery(
                                        in("plain"),
                                        new Ranges(TIME / NanoTimes.PER_MILLI, 1, 1, 60_000),
                                        RangeStatistic.COUNT),
                                PLENTY))
                .as("of which ClickHouse would count repeated rows")
                .isEmpty();

        running.execute("CREATE TABLE DB.timeless (host String, v Float64) ENGINE = MergeTree ORDER BY host");
        running.execute(
                "CREATE TABLE DB.seconds (timestamp DateTime, v Float64) ENGINE = MergeTree PARTITION BY tuple()"
                        + " ORDER BY timestamp");
        running.execute("CREATE VIEW DB.view AS SELECT * FROM DB.plain");
        running.execute("CREATE TABLE DB.sensors (timestamp Int64, sensor UInt32, v Float64) ENGINE = MergeTree"
                + " PARTITION BY tuple() ORDER BY (sensor, timestamp)");
        running.execute("INSERT INTO DB.sensors VALUES (" + TIME + ", 1, 1.5), (" + TIME + ", 2, 2.5)");
        for (String table : List.of("timeless", "seconds")) {
            running.execute("INSERT INTO DB." + table + " SELECT * FROM (SELECT "
                    + (table.equals("timeless") ? "'h'" : "toDateTime(1700000000)") + ", 1.5)");
        }
        for (String table : List.of("timeless", "seconds", "sensors", "view")) {
            assertThat(running.select("SELECT count() > 0 FROM DB." + table)).isEqualTo("1");
            assertThat(select(in(table))).as(table).isEmpty();
            assertThat(names(table)).as(table).isEmpty();
        }
    }

    /** Their names are in memory before the first series is. */
    @Test
    void fieldsCountAgainstTheAllowance() {
        running.write("fields a=1,b=2,c=3,d=\"text\" " + TIME + "\n");
        assertThat(running.series().list(in("fields"), 0, 1, new Allowance(3, 3, PLENTY.time())))
                .isEmpty();
        assertThatThrownBy(() -> running.series().list(in("fields"), 0, 1, new Allowance(2, 2, PLENTY.time())))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("more than 2 series match");
    }

    @Test
    void missingDatabaseIsAnError() {
        assertThatThrownBy(() -> running.series("weir", "secret", "no `such'").list(of("a_b"), 0, 1, PLENTY))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessageContaining("has no database \"no `such'\" that its user may read; the writer creates it");
        assertThat(running.series().list(of("none"), 0, 1, PLENTY)).isEmpty();
    }

    @Test
    void wrongPasswordIsNotUnavailable() {
        assertThatThrownBy(() -> running.series("weir", "wrong", "met-rics").list(of("a_b"), 0, 1, PLENTY))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.EXECUTION))
                .hasMessageContaining(running.http())
                .hasMessageContaining("DB::Exception");
    }

    /** A statement with all fields, conditions or tables would be very long. */
    @Test
    @Tag("long")
    void wideTablesAndManyConditionsAreReadInParts() {
        int count = 1_000;
        running.write("wide,host=h "
                + IntStream.range(0, count)
                        .mapToObj(i -> "a_long_name_of_a_field_" + i + "=" + i + "i")
                        .collect(Collectors.joining(","))
                + " " + TIME + "\n");
        List<Matcher> matchers = new ArrayList<>(in("wide"));
        for (int i = 0; i < 60; i++) {
            matchers.add(new Matcher("host", Comparison.EQUALS, "h"));
        }
        assertThat(select(matchers))
                .hasSize(count)
                .allMatch(each -> each.labels().get(Matcher.METRIC_NAME).endsWith("_" + (long) each.values()[0]));
        assertThat(running.series().list(matchers, 0, 2_000_000_000_000L, PLENTY))
                .hasSize(count);
        for (int i = 0; i < 60; i++) {
            matchers.add(new Matcher("host", Comparison.EQUALS, "ä".repeat(1_000)));
        }
        assertThat(select(matchers)).isEmpty();

        String name = "a_table_of_many_" + "x".repeat(150);
        running.write(IntStream.range(0, 110)
                .mapToObj(i -> name + i + " v=" + i + " " + TIME + "\n")
                .collect(Collectors.joining()));
        assertThat(select(List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, name + ".*"))))
                .hasSize(110);
    }
}
