package io.weir.standalone.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code weir query} and {@code weir series} with a real Prometheus. */
class QueryCommandTest {
    /** 2023-11-14T22:13:20Z. */
    private static final long T = 1_700_000_000;

    private static final String START = "--from=2023-11-14T22:13:20Z";
    private static final String END = "2023-11-14T22:23:20Z";

    /** Values of a tag that a terminal, CSV or PromQL would read as more than text. */
    private static final List<String> HOSTILE =
            List.of("a\"b", "back\\slash", "\u001b[31mred", "\u202eright", "{x=\\\"y\\\"}", "ü 😀", "tab\there");

    private static FilledPrometheus prometheus;

    @BeforeAll
    static void fill() {
        List<String> lines = new ArrayList<>();
        IntStream.rangeClosed(0, 10).forEach(i -> {
            lines.add("net,detector=TPC,host=flp1 bytes=" + i * i + " " + nanos(60 * i));
            lines.add("net,detector=ITS,host=flp2 bytes=3.5 " + nanos(60 * i));
        });
        for (String value : HOSTILE) {
            lines.add("odd,tag=" + value.replaceAll("([ ,=])", "\\\\$1") + " value=1 " + nanos(600));
        }
        prometheus = new FilledPrometheus(String.join("\n", lines));
    }

    private static String nanos(int seconds) {
        return (T + seconds) + "000000000";
    }

    @AfterAll
    static void stop() {
        prometheus.close();
    }

    @Test
    void printsTheValuesAtATime() {
        assertThat(query("net_bytes", "--at=" + END)).isEqualTo("""
                        2023-11-14 22:23:20 UTC
                        NAME       detector  host  VALUE
                        net_bytes  ITS       flp2    3.5
                        net_bytes  TPC       flp1    100
                        """);
    }

    @Test
    void missingLabelsAreDashes() {
        assertThat(query("net_bytes > 10 or label_replace(sum(net_bytes), \"all\", \"x\", \"\", \"\")", "--at=" + END))
                .isEqualTo("""
                        2023-11-14 22:23:20 UTC
                        NAME       all  detector  host  VALUE
                        net_bytes  -    TPC       flp1    100
                        -          x    -         -     103.5
                        """);
    }

    @Test
    void summarizesTheSeriesOfARange() {
        assertThat(query("net_bytes", START, "--until=" + END, "--step=1m")).isEqualTo("""
                        2023-11-14 22:13:20 to 2023-11-14 22:23:20 UTC, step 1m
                        NAME       detector  host  POINTS  LAST  MIN  MEAN  MAX
                        net_bytes  ITS       flp2      11   3.5  3.5   3.5  3.5
                        net_bytes  TPC       flp1      11   100    0    35  100
                        """);
    }

    @Test
    void summarizesTheSamplesOfARangeSelector() {
        assertThat(query("net_bytes{detector='TPC'}[2m]", "--at=" + END)).isEqualTo("""
                        2023-11-14 22:23:20 UTC
                        NAME       detector  host  POINTS  LAST  MIN     MEAN  MAX
                        net_bytes  TPC       flp1       3   100   64  81.6667  100
                        """);
    }

    @Test
    void sinceEndsNowAndHasAUsualStep() {
        assertThat(query("count(net_bytes)", "--since=5m")).isEqualTo("""
                        2023-11-14 22:18:20 to 2023-11-14 22:23:20 UTC, step 2s
                        POINTS  LAST  MIN  MEAN  MAX
                           151     2    2     2    2
                        """);
    }

    @Test
    void csvHasARowForEachSample() {
        assertThat(query("net_bytes", START, "--until=" + END, "--step=5m", "--csv"))
                .isEqualTo("""
                        time,value,series
                        2023-11-14T22:13:20.000Z,3.5,"net_bytes{detector=""ITS"", host=""flp2""}"
                        2023-11-14T22:18:20.000Z,3.5,"net_bytes{detector=""ITS"", host=""flp2""}"
                        2023-11-14T22:23:20.000Z,3.5,"net_bytes{detector=""ITS"", host=""flp2""}"
                        2023-11-14T22:13:20.000Z,0,"net_bytes{detector=""TPC"", host=""flp1""}"
                        2023-11-14T22:18:20.000Z,25,"net_bytes{detector=""TPC"", host=""flp1""}"
                        2023-11-14T22:23:20.000Z,100,"net_bytes{detector=""TPC"", host=""flp1""}"
                        """);
    }

    @Test
    void jsonHasALineForEachSample() {
        assertThat(query("net_bytes{detector='TPC'} / 3", START, "--until=" + END, "--step=10m", "--json"))
                .isEqualTo("""
                        {"labels":{"detector":"TPC","host":"flp1"},"time":"2023-11-14T22:13:20.000Z","value":0}
                        {"labels":{"detector":"TPC","host":"flp1"},"time":"2023-11-14T22:23:20.000Z","value":33.333333333333336}
                        """);
    }

    @Test
    void nanAndInfinitiesHaveNames() {
        String query = "net_bytes{detector='TPC'} * 0 / 0 or net_bytes{detector='ITS'} / 0 or -1 * vector(1) / 0";
        assertThat(query(query, "--at=" + END, "--json").lines().map(line -> line.replaceAll(".*\"value\":", "")))
                .containsExactly("\"NaN\"}", "\"+Inf\"}", "\"-Inf\"}");
        assertThat(query(query, "--at=" + END, "--csv").lines().map(line -> line.split(",")[1]))
                .containsExactly("value", "NaN", "+Inf", "-Inf");
        assertThat(query(query, "--at=" + END).lines().skip(2).map(line -> line.replaceAll(".* ", "")))
                .containsExactly("NaN", "+Inf", "-Inf");
    }

    @Test
    void scalarsAndTextsHaveNoLabels() {
        assertThat(query("2 * 21", "--at=" + END)).isEqualTo("2023-11-14 22:23:20 UTC\nVALUE\n   42\n");
        assertThat(query("'a\"b'", "--at=" + END)).isEqualTo("a\"b\n");
        assertThat(query("'a\"b'", "--at=" + END, "--csv"))
                .isEqualTo("time,value,series\n2023-11-14T22:23:20.000Z,\"a\"\"b\",\n");
        assertThat(query("'a\"b'", "--at=" + END, "--json"))
                .isEqualTo("{\"labels\":{},\"time\":\"2023-11-14T22:23:20.000Z\",\"value\":\"a\\\"b\"}\n");
    }

    @Test
    void anAnswerWithoutSeriesSaysSo() {
        assertThat(query("no_such", "--at=" + END)).isEqualTo("no series\n");
        assertThat(query("no_such", START, "--plot")).isEqualTo("no series\n");
        assertThat(query("no_such", "--at=" + END, "--json")).isEmpty();
    }

    @Test
    void plotsEachSeries() {
        assertThat(query("net_bytes", START, "--until=" + END, "--step=1m", "--plot"))
                .isEqualTo("""
                        net_bytes{detector="ITS", host="flp2"}  last 3.5, min 3.5, mean 3.5, max 3.5
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                        3.5 ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            └───────────────────────────────────────────────────────
                             2023-11-14 22:13:20             2023-11-14 22:23:20 UTC

                        net_bytes{detector="TPC", host="flp1"}  last 100, min 0, mean 35, max 100
                        100 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⡠⠔⠊
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⡠⠔⠊⠁⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⡠⠔⠊⠁⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠒⠉⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⣀⠤⠒⠊⠉⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⡠⠤⠒⠒⠉⠁⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⣀⣀⠤⠤⠒⠒⠉⠉⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                          0 ┤⣀⣀⣀⣀⣀⣀⣀⣀⡠⠤⠤⠤⠔⠒⠒⠊⠉⠉⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                            └───────────────────────────────────────────────────────
                             2023-11-14 22:13:20             2023-11-14 22:23:20 UTC
                        """);
    }

    @Test
    void aWrongQueryShowsThePosition() {
        CommandCalls call = CommandCalls.query("sum(net_bytes) bi (host)", "--url=" + prometheus.url());
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.output()).isEmpty();
        assertThat(call.errors())
                .isEqualTo(prometheus.url() + " refuses the query: invalid parameter \"query\": 1:16: parse error:"
                        + " unexpected identifier \"bi\"\n"
                        + "  sum(net_bytes) bi (host)\n"
                        + "                 ^");
    }

    @Test
    void tooManyStepsAreRefusedWithARemedy() {
        CommandCalls call = CommandCalls.query("net_bytes", "--since=1d", "--step=1s", "--url=" + prometheus.url());
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors())
                .contains("exceeded maximum resolution of 11,000 points")
                .endsWith("; raise --step, or shorten the range");
    }

    @Test
    void aFullDiskIsAnError() throws IOException {
        try (FileOutputStream full = new FileOutputStream("/dev/full")) {
            CommandCalls call = CommandCalls.queryTo(full, "net_bytes", "--at=" + END, "--url=" + prometheus.url());
            assertThat(call.exit()).isEqualTo(1);
            assertThat(call.errors()).contains("cannot write the answer: No space left on device");
        }
    }

    @Test
    void seriesAreSelectorsThatFindThem() {
        List<String> selectors = series("odd").lines().toList();
        assertThat(selectors).hasSameSizeAs(HOSTILE).doesNotHaveDuplicates();
        assertThat(String.join("", selectors)).doesNotContainPattern("[\u001b\u202e\t]");
        for (String selector : selectors) {
            assertThat(series(selector)).isEqualTo(selector + "\n");
            assertThat(query(selector, "--at=" + END, "--csv").lines()).hasSize(2);
        }
        assertThat(query("odd", "--at=" + END)).doesNotContainPattern("[\u001b\u202e\t]");
    }

    @Test
    void seriesListsLabels() {
        assertThat(series("net_bytes"))
                .isEqualTo("net_bytes{detector=\"ITS\", host=\"flp2\"}\nnet_bytes{detector=\"TPC\", host=\"flp1\"}\n");
        assertThat(series("net_bytes{host='flp1'}", "--json"))
                .isEqualTo("{\"__name__\":\"net_bytes\",\"detector\":\"TPC\",\"host\":\"flp1\"}\n");
        assertThat(series()).hasLineCount(2 + HOSTILE.size());
        assertThat(series("--from=2023-11-14T12:00:00Z", "--until=2023-11-14T13:00:00Z"))
                .isEmpty();
    }

    @Test
    void aWrongSelectorShowsThePosition() {
        CommandCalls call = CommandCalls.series("net_bytes{host=}", "--url=" + prometheus.url());
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors()).endsWith("\n  net_bytes{host=}\n                 ^");
    }

    private static String query(String... arguments) {
        return output(CommandCalls.query(with(arguments)));
    }

    private static String series(String... arguments) {
        return output(CommandCalls.series(with(arguments)));
    }

    private static String[] with(String... arguments) {
        return Stream.concat(Arrays.stream(arguments), Stream.of("--url=" + prometheus.url()))
                .toArray(String[]::new);
    }

    private static String output(CommandCalls call) {
        assertThat(call.errors()).isEmpty();
        assertThat(call.exit()).isZero();
        return call.output();
    }
}
