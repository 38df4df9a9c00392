package io.weir.query.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.eval.SampleLines;
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
import io.weir.writer.testing.InfluxDbProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The peculiarities of InfluxDB, with a server that truncates answers which are not chunked. */
class InfluxDbSeriesTest {
    /** In nanoseconds. */
    private static final long TIME = 1_700_000_000_000_000_000L;

    private static final long DAY = Duration.ofDays(1).toNanos();
    private static final Allowance PLENTY = new Allowance(100_000, 100_000, Duration.ofMinutes(1));

    private static InfluxDbProcess server;
    private static String http;
    private static InfluxDbSeries store;

    @BeforeAll
    static void start() {
        server = InfluxDbProcess.start(
                Map.of("INFLUXDB_HTTP_MAX_ROW_LIMIT", "10", "INFLUXDB_COORDINATOR_MAX_SELECT_SERIES", "5"));
        server.series("CREATE DATABASE metrics");
        http = "http://" + server.address();
        store = InfluxDbSeries.ofDatabase(http, "metrics", Optional.empty());
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    private static void write(String lines) throws Exception {
        SampleLines.write(http + "/write?db=metrics", lines);
    }

    private static List<Matcher> of(String name) {
        return List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, name));
    }

    /** From 1969 to 2033. */
    private static List<Series> select(String name) {
        return store.select(of(name), -1_000_000, 2_000_000_000_000L, PLENTY);
    }

    /** The server breaks its answer off. */
    @Test
    void samplesAreNeededForASumThatTheServerCannotWrite() throws Exception {
        write("huge,host=a v=1.7e308 " + TIME + "\nhuge,host=b v=1 " + TIME + "\nhuge,host=a v=1.7e308 " + (TIME - 1));
        Ranges hour = new Ranges(TIME / NanoTimes.PER_MILLI, 1, 1, 3_600_000);
        assertThat(store.selectRanges(new RangeQuery(of("huge_v"), hour, RangeStatistic.MEAN), PLENTY))
                .isEmpty();
        assertThat(store.selectRanges(new RangeQuery(of("huge_v"), hour, RangeStatistic.MAX), PLENTY))
                .hasValueSatisfying(
                        all -> assertThat(all).extracting(each -> each.of(0)).containsExactly(1.7e308, 1.0));
    }

    /** The regular expressions of this server are older than Weir's. */
    @Test
    void whatTheServerCannotMatchIsMatchedByWeir() throws Exception {
        write("named,host=h1 v=1 " + TIME + "\nnamed,host=x1 v=2 " + TIME);
        for (String regex : List.of("(?<first>h).", "(?P<first>h).", "\\Qh\\E.", "(?i)H[[:digit:]]", "h\\d{1,3}")) {
            List<Matcher> matchers = List.of(of("named_v").get(0), new Matcher("host", Comparison.MATCHES, regex));
            assertThat(store.select(matchers, 0, 2_000_000_000_000L, PLENTY))
                    .as(regex)
                    .singleElement()
                    .satisfies(each -> assertThat(each.labels().get("host")).isEqualTo("h1"));
        }
    }

    /** A shard holds a week. */
    @Test
    void typeThatChangesFromShardToShardIsOneSeries() throws Exception {
        write("changing v=1.5 " + TIME);
        write("changing v=true " + (TIME + 10 * DAY));
        write("changing v=3i " + (TIME + 20 * DAY));
        write("changing v=\"text\" " + (TIME + 30 * DAY));
        List<Series> found = select("changing_v");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).values()).containsExactly(1.5, 1, 3);
        assertThat(store.list(of("changing_v"), 0, 2_000_000_000_000L, PLENTY)).hasSize(1);
        long day = DAY / 1_000_000;
        long text = TIME / 1_000_000 + 30 * day;
        assertThat(store.list(of("changing_v"), text - day, text + day, PLENTY)).isEmpty();
    }

    @Test
    void fieldIsNoTagOfItsNameInAnotherShard() throws Exception {
        write("twice,le=7,host=h v=1 " + TIME);
        write("twice,host=h le=8 " + (TIME + 20 * DAY));
        List<Series> found = select("twice_le");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).values()).containsExactly(8);
        assertThat(found.get(0).labels()).hasToString("twice_le{host=\"h\"}");
    }

    @Test
    void extremeNumbersAndTimesAreExact() throws Exception {
        write("extreme v=-0,w=5e-324,x=1.7976931348623157e308,y=-9223372036854775808i,z=false " + TIME);
        assertThat(select("extreme_v").get(0).values()).containsExactly(-0.0);
        assertThat(1 / select("extreme_v").get(0).values()[0]).isNegative();
        assertThat(select("extreme_w").get(0).values()).containsExactly(Double.MIN_VALUE);
        assertThat(select("extreme_x").get(0).values()).containsExactly(Double.MAX_VALUE);
        assertThat(select("extreme_y").get(0).values()).containsExactly(-0x1p63);
        assertThat(select("extreme_z").get(0).values()).containsExactly(0);

        write("early v=1 -1\nearly v=2 0\nearly v=3 999999\nearly v=4 1000000");
        assertThat(select("early_v").get(0).stamps()).containsExactly(-1, 0, 1);
        assertThat(select("early_v").get(0).values()).containsExactly(1, 3, 4);
        assertThat(store.select(of("early_v"), 0, 0, PLENTY).get(0).values()).containsExactly(3);
        assertThat(store.select(of("early_v"), -1, -1, PLENTY).get(0).values()).containsExactly(1);
    }

    /** A chunk has 10 000 rows. */
    @Test
    void longSeriesArriveInSeveralChunks() throws Exception {
        write(IntStream.range(0, 25_000)
                .mapToObj(i -> "long,host=h" + i % 2 + " v=" + i + " " + (TIME + i * 1_000_000L))
                .collect(Collectors.joining("\n")));
        List<Series> found = select("long_v");
        assertThat(found).hasSize(2);
        for (int host = 0; host < 2; host++) {
            assertThat(found.get(host).labels().get("host")).isEqualTo("h" + host);
            assertThat(found.get(host).values()).hasSize(12_500).isSorted();
            assertThat(found.get(host).values()[12_499]).isEqualTo(24_998 + host);
        }
        assertThatThrownBy(() ->
                        store.select(of("long_v"), 0, 2_000_000_000_000L, new Allowance(20_000, 20_000, PLENTY.time())))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("the query needs more than 20000 samples");
    }

    /** A statement with all fields, or all conditions, would be very long. */
    @Test
    @Tag("long")
    void wideMeasurementsAndManyConditionsAreReadInParts() throws Exception {
        int count = 1_500;
        write("wide,host=h "
                + IntStream.range(0, count)
                        .mapToObj(i -> "a_long_name_of_a_field_" + i + "=" + i + "i")
                        .collect(Collectors.joining(","))
                + " " + TIME);
        List<Matcher> matchers =
                new ArrayList<>(List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, "wide")));
        for (int i = 0; i < 60; i++) {
            matchers.add(new Matcher("host", Comparison.EQUALS, "h"));
        }
        long time = TIME / 1_000_000;
        assertThat(store.select(matchers, time, time, PLENTY))
                .hasSize(count)
                .allMatch(each -> each.labels().get(Matcher.METRIC_NAME).endsWith("_" + (long) each.values()[0]));
        assertThat(store.list(matchers, time, time, PLENTY)).hasSize(count);
        for (int i = 0; i < 60; i++) {
            matchers.add(new Matcher("host", Comparison.EQUALS, "ä".repeat(1_000)));
        }
        assertThat(store.select(matchers, time, time, PLENTY)).isEmpty();
    }

    /** The server returns its own texts for these fields, and a statement cannot have a carriage return. */
    @Test
    void namesThatInfluxQlCannotReadAreLeftOut() throws Exception {
        write("own,host=h _name=1,_tagKey=2,_tagValue=3,_seriesKey=4,_tags=5,a\rb=6 " + TIME);
        write("own\r v=7 " + TIME);
        for (String name : List.of("_fieldKeys", "_measurements", "_name", "_series", "_tagKey", "_tagKeys", "_tags")) {
            write(name + " v=8 " + TIME);
        }
        List<Matcher> own = List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, "(?s)own.*|_[^_]*"));
        long time = TIME / 1_000_000;
        assertThat(store.select(own, time, time, PLENTY))
                .extracting(each -> each.values()[0])
                .containsExactly(5.0);
        assertThat(store.list(own, time, time, PLENTY)).hasSize(1);
    }

    /** Their names are in memory before the first series is. */
    @Test
    void fieldsCountAgainstTheAllowance() throws Exception {
        write("fields a=1,b=2,c=3,d=\"text\" " + TIME);
        List<Matcher> all = List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, "fields"));
        assertThat(store.list(all, 0, 1, new Allowance(3, 3, PLENTY.time()))).isEmpty();
        assertThatThrownBy(() -> store.list(all, 0, 1, new Allowance(2, 2, PLENTY.time())))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("more than 2 series match");
    }

    @Test
    void numbersThatAreNoneAreRefusedByTheServer() {
        assertThatThrownBy(() -> write("none v=NaN " + TIME)).hasMessageContaining("400");
        assertThatThrownBy(() -> write("none v=Inf " + TIME)).hasMessageContaining("400");
    }

    @Test
    void onlyTheDefaultPolicyIsRead() throws Exception {
        server.series("CREATE RETENTION POLICY tier ON metrics DURATION INF REPLICATION 1");
        SampleLines.write(http + "/write?db=metrics&rp=tier", "elsewhere v=1 " + TIME);
        write("here v=1 " + TIME);
        assertThat(select("elsewhere_v")).isEmpty();
        assertThat(select("here_v")).hasSize(1);
    }

    /** The query would fail again. */
    @Test
    void limitOfTheServerIsNotUnavailable() throws Exception {
        write(IntStream.range(0, 6)
                .mapToObj(i -> "limited,host=h" + i + " v=1 " + TIME)
                .collect(Collectors.joining("\n")));
        assertThatThrownBy(() -> select("limited_v"))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.EXECUTION))
                .hasMessageContaining("refuses the query: max-select-series limit exceeded: (6/5)");
    }

    @Test
    void missingDatabaseIsAnError() {
        InfluxDbSeries missing = InfluxDbSeries.ofDatabase(http, "no such", Optional.empty());
        assertThatThrownBy(() -> missing.list(of("a_b"), 0, 1, PLENTY))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessageContaining(http)
                .hasMessageContaining("database not found: no such; the writer creates it");
    }

    @Test
    @Tag("long")
    void passwordIsSentAndItsRefusalReported() {
        try (InfluxDbProcess locked = InfluxDbProcess.start(Map.of("INFLUXDB_HTTP_AUTH_ENABLED", "true"))) {
            locked.series("CREATE USER anna WITH PASSWORD 'secret' WITH ALL PRIVILEGES");
            assertThat(locked.does("/query?u=anna&p=secret&q=CREATE+DATABASE+metrics"))
                    .isTrue();
            String address = "http://" + locked.address();
            // Base64 of anna:secret.
            InfluxDbSeries right = InfluxDbSeries.ofDatabase(address, "metrics", Optional.of("Basic YW5uYTpzZWNyZXQ="));
            assertThat(right.list(List.of(), 0, 1, PLENTY)).isEmpty();
            InfluxDbSeries wrong = InfluxDbSeries.ofDatabase(address, "metrics", Optional.of("Basic YW5uYTp3cm9uZw=="));
            assertThatThrownBy(() -> wrong.list(List.of(), 0, 1, PLENTY))
                    .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.EXECUTION))
                    .hasMessageContaining("status 401: authorization failed");
            InfluxDbSeries none = InfluxDbSeries.ofDatabase(address, "metrics", Optional.empty());
            assertThatThrownBy(() -> none.list(List.of(), 0, 1, PLENTY))
                    .isInstanceOf(EvaluationException.class)
                    .hasMessageContaining("status 401");
        }
    }
}
