package io.weir.query.opensearch;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Series;
import io.weir.writer.testing.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The peculiarities of OpenSearch and Elasticsearch. */
abstract class SearchContract extends SearchAnswers {
    private static final long SEED = Long.getLong("weir.test.seed", 1);

    SearchContract(Supplier<ServerProcess> servers) {
        super(servers);
    }

    @Test
    void extremeNumbersAndTimesAreExact() {
        running.write("extreme t=\"x\",u=9223372036854775807u,v=-0,w=5e-324,x=1.7976931348623157e308,"
                + "y=-9223372036854775808i,z=false " + TIME + "\n");
        assertThat(texts(in("extreme")))
                .containsExactly(
                        "extreme_u{} 9.223372036854776E18",
                        "extreme_v{} -0.0",
                        "extreme_w{} 4.9E-324",
                        "extreme_x{} 1.7976931348623157E308",
                        "extreme_y{} -9.223372036854776E18",
                        "extreme_z{} 0.0");
        assertThat(names("extreme"))
                .containsExactly("extreme_u", "extreme_v", "extreme_w", "extreme_x", "extreme_y", "extreme_z");
        assertThat(values(running.series(), "extreme"))
                .contains("- 0 u integer 9223372036854775807", "- 0 y integer -9223372036854775808");

        running.write("early v=2 0\nearly v=3 999999\nearly v=4 1000000\n");
        Series early = select(of("early_v")).get(0);
        assertThat(early.stamps()).containsExactly(0, 1);
        assertThat(early.values()).containsExactly(3, 4);
        assertThat(running.series().select(of("early_v"), 0, 0, PLENTY).get(0).values())
                .containsExactly(3);
        assertThat(running.series().select(of("early_v"), -1, -1, PLENTY)).isEmpty();

        long last = Long.MAX_VALUE / 1_000_000 - 1;
        running.write("late v=5 " + last * 1_000_000 + "\n");
        assertThat(running.series().select(of("late_v"), last, Long.MAX_VALUE, PLENTY))
                .hasSize(1);
    }

    @Test
    void lineThatIsWrittenAgainCountsOnce() {
        running.write("again,host=h a=1,b=2 " + TIME + "\n");
        running.write("again,host=h a=3 " + TIME + "\n");
        assertThat(texts(in("again"))).containsExactly("again_a{host=\"h\"} 3.0");
        assertThat(names("again")).containsExactly("again_a");
    }

    @Test
    void tagsThatOnlySomeLinesHaveAreLabels() {
        running.write("grown,host=a v=1 " + TIME + "\n");
        running.write("grown,host=a,rack=r v=2 " + TIME + "\ngrown,rack=r v=4 " + (TIME + DAY) + "\n");
        running.write("grown,host=b v=3 " + (TIME - DAY) + "\n");
        assertThat(texts(in("grown")))
                .containsExactly(
                        "grown_v{host=\"a\"} 1.0",
                        "grown_v{host=\"a\", rack=\"r\"} 2.0",
                        "grown_v{host=\"b\"} 3.0",
                        "grown_v{rack=\"r\"} 4.0");
        assertThat(running.series().list(in("grown"), 0, 2_000_000_000_000L, PLENTY))
                .hasSize(4);
    }

    /** They share an index, and its mapping. */
    @Test
    void measurementsThatDifferByCaseAreSeparate() {
        running.write("Same,host=a v=1 " + TIME + "\nsame,rack=r w=2,t=\"x\" " + TIME + "\n");
        assertThat(texts(in("Same"))).containsExactly("Same_v{host=\"a\"} 1.0");
        assertThat(texts(in("same"))).containsExactly("same_w{rack=\"r\"} 2.0");
        assertThat(names("same")).containsExactly("same_w");
        assertThat(values(running.series(), "same")).containsExactlyInAnyOrder("- 0 t text x", "- 0 w float 2.0");
    }

    /** A field has one type in an index. */
    @Test
    void fieldWhoseTypeChangesIsReadByAllItsTypes() {
        running.write("change,host=a v=\"x\",w=1 " + TIME + "\n");
        running.write("change,host=a v=1.5,w=2 " + (TIME + DAY) + "\n");
        running.write("change,host=a v=2i,w=3 " + (TIME + 2 * DAY) + "\n");
        running.write("change,host=a v=true,w=4 " + (TIME + 3 * DAY) + "\n");
        assertThat(texts(of("change_v")))
                .containsExactly("change_v{host=\"a\"} 1.5", "change_v{host=\"a\"} 2.0", "change_v{host=\"a\"} 1.0");
        assertThat(texts(of("change_w"))).hasSize(4);
        assertThat(names("change")).containsExactly("change_v", "change_w");
        assertThat(values(running.series(), "change"))
                .contains(
                        "a 0 v text x",
                        "a " + DAY + " v float 1.5",
                        "a " + 2 * DAY + " v float 2",
                        "a " + 3 * DAY + " v float 1")
                .hasSize(8);
        Collected found = new Collected();
        assertThat(running.series().readWindows(windows("change"), 1_000, MINUTE, found))
                .isTrue();
        assertThat(found.values)
                .contains("a 0 v text x", "a " + DAY + " v float 1.5")
                .hasSize(8);
    }

    @Test
    void textsForFullTextSearchAreRawValues() {
        String longest = "x".repeat(20_000) + " Needle";
        String lines = "log,host=a message=\"Connection refused\",code=7i " + TIME + "\nlog,host=a message=\"" + longest
                + "\" " + TIME + "\n";
        running.write("logs?documents=true", lines);
        assertThat(values(running.series("logs"), "log"))
                .containsExactlyInAnyOrder(
                        "a 0 message text Connection refused", "a 0 code integer 7", "a 0 message text " + longest);
        assertThat(running.series("logs").select(in("log"), 0, 2_000_000_000_000L, PLENTY))
                .hasSize(1);
        // Metrics have texts of this length only in their documents, too.
        running.write("message,host=a text=\"" + longest + "\" " + TIME + "\n");
        assertThat(values(running.series(), "message")).containsExactly("a 0 text text " + longest);
    }

    @Test
    void withoutDocumentsColumnsAreRead() {
        running.write(
                "bare?source=false",
                "bare,host=a f=2.5,i=-9007199254740993i,b=true,t=\"x y\" " + (TIME + 7) + "\nbare i=2i " + TIME + "\n");
        assertThat(values(running.series("bare"), "bare"))
                .containsExactly(
                        "- 0 i integer 2",
                        "a 7 b boolean true",
                        "a 7 f float 2.5",
                        "a 7 i integer -9007199254740993",
                        "a 7 t text x y");
        assertThat(running.series("bare").select(in("bare"), 0, 2_000_000_000_000L, PLENTY))
                .hasSize(4);
        Collected found = new Collected();
        running.series("bare").readWindows(windows("bare"), 1_000, MINUTE, found);
        assertThat(found.values).contains("a 0 t text x y").hasSize(5);
    }

    /** They are as many as several pages, and have equal numbers in several shards. Keys of pages lack the tag rack. */
    @Test
    void documentsOfOneTimeAreReadOnce() {
        running.server().put("/met-rics-crowd-2023.11.14", "{\"settings\":{\"index\":{\"number_of_shards\":3}}}");
        int count = 23_456;
        running.write(IntStream.range(0, count)
                .mapToObj(i -> "crowd,host=h" + i + (i == 7 ? ",rack=r" : "") + " v=" + i + "i "
                        + (TIME + (i < 1_000 ? 1 : 0)) + "\n")
                .collect(joining()));
        List<Series> all = select(in("crowd"));
        assertThat(all).hasSize(count).allMatch(each -> each.values().length == 1);
        assertThat(values(running.series(), "crowd")).hasSize(count).doesNotHaveDuplicates();
        assertThat(running.series().list(in("crowd"), 0, 2_000_000_000_000L, PLENTY))
                .hasSize(count);
    }

    /** Their names are longer than the address of a request may be. */
    @Test
    void manyIndicesAreReadTogether() {
        String name = "m".repeat(150);
        int days = 45;
        running.write(IntStream.range(0, days)
                .mapToObj(i -> name + ",host=a v=" + (i == 3 ? "\"text\"" : i + "i") + " " + (TIME + i * DAY) + "\n")
                .collect(joining()));
        assertThat(texts(in(name))).hasSize(days - 1);
        assertThat(names(name)).hasSize(1);
        assertThat(values(running.series(), name)).hasSize(days).contains("a " + 3 * DAY + " v text text");
    }

    @Test
    void fieldsAreReadInParts() {
        int count = 450;
        running.write("wide,host=h "
                + IntStream.range(0, count)
                        .mapToObj(i -> "f" + i + "=" + i + "i")
                        .collect(joining(",")) + " " + TIME
                + "\n");
        assertThat(select(in("wide"))).hasSize(count);
        assertThat(names("wide")).hasSize(count);
        assertThat(values(running.series(), "wide")).hasSize(count);
        List<String> last = new ArrayList<>();
        running.series()
                .readLast(
                        windows("wide"), MINUTE, (measurement, tags, field, value, millis, period) -> last.add(field));
        assertThat(last).hasSize(count).doesNotHaveDuplicates();
    }

    /** A request for such a column is one for {@code ab.text}, too, which is an error. */
    @Test
    void fieldsWithAStarAreLeftOut() {
        running.write("star a*=1,ab=\"x\",b=2 " + TIME + "\n");
        assertThat(texts(in("star"))).containsExactly("star_b{} 2.0");
        assertThat(values(running.series(), "star")).containsExactlyInAnyOrder("- 0 ab text x", "- 0 b float 2.0");
    }

    /** Their names are in memory before the first series is. */
    @Test
    void fieldsCountAgainstTheAllowance() {
        running.write("fields a=1,b=2,c=3,d=\"text\" " + TIME + "\n");
        long millis = TIME / 1_000_000;
        assertThat(running.series().list(in("fields"), millis, millis, new Allowance(4, 4, MINUTE)))
                .hasSize(3);
        assertThatThrownBy(() -> running.series().list(in("fields"), millis, millis, new Allowance(2, 2, MINUTE)))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("more than 2 series match");
    }

    @Test
    void missingIndicesAreAnError() {
        assertThatThrownBy(() -> running.series("none").list(of("a_b"), 0, 1, PLENTY))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessageContaining("no such index [none-*]; the writer creates");
        assertThat(running.series().list(of("none"), 0, 1, PLENTY)).isEmpty();
    }

    /** The server checks some of them, and Weir all. */
    @Test
    void regularExpressionsSelectAsInWeir() {
        List<String> hosts = Stream.of(
                        "a", "b", "ab", "ba", "aab", "a.b", "a-b", "a b", "A", "1", "12", "a1", "(a)", "a|b", "\"a\"",
                        "<1>", "a~", "#", "@", "&", "ä", "😀", "a\\b", "]", "[a]", "aé", "a,b", "a=b")
                .toList();
        running.write(hosts.stream()
                .map(host -> "hosts,host="
                        + host.replace(" ", "\\ ").replace(",", "\\,").replace("=", "\\=")
                        + " v=1 " + TIME + "\n")
                .collect(joining()));
        Random random = new Random(SEED);
        System.out.println("seed " + SEED);
        int pushed = 0;
        int found = 0;
        for (int i = 0; i < 400; i++) {
            String regex = regex(random, 0);
            Matcher matcher = new Matcher("host", Comparison.MATCHES, regex);
            assertThat(running.series()
                            .select(List.of(of("hosts_v").get(0), matcher), TIME / 1_000_000, TIME / 1_000_000, PLENTY))
                    .as("seed %s, %s", SEED, regex)
                    .extracting(each -> each.labels().get("host"))
                    .containsExactlyInAnyOrderElementsOf(
                            hosts.stream().filter(matcher::matches).toList());
            pushed += LuceneRegex.of(regex).isPresent() ? 1 : 0;
            found += hosts.stream().anyMatch(matcher::matches) ? 1 : 0;
        }
        assertThat(pushed).isBetween(100, 390);
        assertThat(found).isGreaterThan(100);
    }

    private static String regex(Random random, int depth) {
        int kind = random.nextInt(depth > 3 ? 8 : 14);
        return switch (kind) {
            case 0, 1, 2 -> String.valueOf("ab1-".charAt(random.nextInt(4)));
            case 3 -> ".";
            case 4 ->
                List.of("[a-z]", "[^a]", "[ab]", "[a-z0-9_-]", "[A-Z.]", "[0-9]")
                        .get(random.nextInt(6));
            case 5 -> List.of("\\.", "\\(", "\\|", "\\]", "\\[", "\\\\", "\\)").get(random.nextInt(7));
            case 6 ->
                List.of("\"", "<1>", "~", "#", "@", "&", "ä", " ", ",", "=", "😀")
                        .get(random.nextInt(11));
            case 7 -> List.of("\\d", "(?i:a)", "$", "\\w+", "a{1,2}", "()").get(random.nextInt(6));
            case 8, 9 -> regex(random, depth + 1) + regex(random, depth + 1);
            case 10 -> regex(random, depth + 1) + "|" + regex(random, depth + 1);
            case 11 -> "(?:" + regex(random, depth + 1) + ")" + List.of("", "?").get(random.nextInt(2));
            case 12 -> "(?s:" + regex(random, depth + 1) + ")";
            default -> List.of(".*", ".+", "a*", "[ab]+", "a+?", "\\(?").get(random.nextInt(6));
        };
    }
}
