package io.weir.gateway.graphite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.path.Template;
import io.weir.gateway.path.Templates;
import io.weir.gateway.testing.InputPage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphiteMappingTest {
    private static final InputPage PAGE = new InputPage("graphite");
    private static final Templates OF_PAGE = Templates.of(List.of(
            Template.of("servers", ".hostname.measurement.name*", new TreeMap<>(Map.of("site", "cern"))),
            Template.of("*.*.jobs", "site.queue.measurement.field", new TreeMap<>())));
    private static final Templates NONE = Templates.of(List.of());

    private final Intake intake = new Intake();

    @Test
    void whatThePageShowsArrivesAsItSays() {
        List<String> shown = PAGE.arrivesAs("text");
        assertThat(received(PAGE.blocks("text").get(0), OF_PAGE))
                .containsExactlyInAnyOrderElementsOf(shown.stream()
                        .map(line -> line.matches(".* [0-9]{19}") ? line : line + " " + Intake.NOW_NANOS)
                        .toList());
    }

    @Test
    void thePageHasEveryReason() {
        assertThat(Arrays.stream(GraphiteError.values())
                        .filter(error -> error != GraphiteError.NONE)
                        .map(error -> "`" + error.code() + "`"))
                .allMatch(PAGE.text()::contains);
    }

    @Test
    void partsWithTheSameMeaningAreJoined() {
        assertThat(received("a.b.c.d 1 5\n", templates("measurement.host.measurement.host")))
                .containsExactly("a_c,host=b_d value=1 5000000000");
        assertThat(received("a.b.c.d 1 5\n", templates("measurement.host*")))
                .containsExactly("a,host=b_c_d value=1 5000000000");
    }

    @Test
    void aShortPathHasFewerTags() {
        assertThat(received("a 1 5\n", templates("measurement.host.field"))).containsExactly("a value=1 5000000000");
    }

    @Test
    void namesAreEscaped() {
        assertThat(received("a,b;h=c,d=e 1 5\n", NONE)).containsExactly("a\\,b,h=c\\,d\\=e value=1 5000000000");
    }

    @Test
    void timesHaveDecimalsOrAreThoseOfReceipt() {
        assertThat(received("a 1 -1\na 2\na 3 1.0000000019\na 4 1.5\na 5 -7\na 6 1.79e9\na 7 +.5\n", NONE))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("a value=1 " + Intake.NOW_NANOS / 1_000_000),
                        line -> assertThat(line).startsWith("a value=2 " + Intake.NOW_NANOS / 1_000_000),
                        line -> assertThat(line).isEqualTo("a value=3 1000000001"),
                        line -> assertThat(line).isEqualTo("a value=4 1500000000"),
                        line -> assertThat(line).isEqualTo("a value=5 -7000000000"),
                        line -> assertThat(line).isEqualTo("a value=6 1790000000000000000"),
                        line -> assertThat(line).isEqualTo("a value=7 500000000"));
    }

    @Test
    void numbersAreThoseOfPython() {
        assertThat(received("a +1 1\na 1. 2\na .5 3\na -1e+3 4\r\n  a\t7\t5  \n\n", NONE))
                .containsExactlyInAnyOrder(
                        "a value=1 1000000000",
                        "a value=1. 2000000000",
                        "a value=.5 3000000000",
                        "a value=-1e+3 4000000000",
                        "a value=7 5000000000");
    }

    @Test
    void badLinesAreRefusedAloneWithTheirBytes() {
        List<String> bad = List.of(
                "a",
                "a 1 2 3",
                "a..b 1 2",
                ".a 1 2",
                "a; 1 2",
                "a;b 1 2",
                "a;b= 1 2",
                "a;=b 1 2",
                "a;b=c;b=d 1 2",
                "a x 2",
                "a 1i 2",
                "a +-5 2",
                "a + 2",
                "a 1,b=2 2",
                "a true 2",
                "a nan 2",
                "a -inf 2",
                "a 1e999 2",
                "a 1 x",
                "a 1 1.x",
                "a 1 -",
                "a 1 99999999999");
        String neighbours = bad.stream().collect(Collectors.joining("\nok 1 1\n", "ok 1 1\n", "\nok 1 1\n"));
        assertThat(received(neighbours, NONE)).hasSize(bad.size() + 1).containsOnly("ok value=1 1000000000");
        assertThat(refused()).containsExactlyElementsOf(bad);
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of(
                        "graphite-not-a-metric", 2L,
                        "graphite-bad-path", 2L,
                        "graphite-bad-tag", 5L,
                        "invalid-number", 6L,
                        "not-finite", 2L,
                        "number-out-of-range", 1L,
                        "invalid-timestamp", 3L,
                        "timestamp-out-of-range", 1L));
    }

    @Test
    void aTemplateTellsPathsThatItDoesNotCover() {
        assertThat(received("a.b.c 1 2\na 1 2\na.m 1 2\n", templates("host.measurement")))
                .containsExactly("m,host=a value=1 2000000000");
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("graphite-long-path", 1L, "graphite-short-path", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | servers.* .host.measurement* | template: has the word",
                "'' | host.field* | template: has no measurement",
                "'' | me*asurement.measurement | template: has the word",
                "'' | measurement.host.** | template: has the word",
                "a..b | measurement* | filter: has the part",
                "a b | measurement* | filter: has the part",
                "a.b.c | host.measurement | template: has fewer words"
            })
    void aWrongTemplateIsRefusedByName(String filter, String template, String error) {
        assertThatThrownBy(() -> Template.of(filter, template, new TreeMap<>()))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith(error);
    }

    @ParameterizedTest
    @CsvSource({"'',x", "site,''", "site,'x\\'", "a=b,x", "host,x"})
    void aWrongTagIsRefusedByName(String key, String value) {
        TreeMap<String, String> tags = new TreeMap<>(Map.of(key, value));
        assertThatThrownBy(() -> Template.of("", "host.measurement", tags))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("tags: has");
    }

    @Test
    void aTemplateThatNeverAppliesIsRefused() {
        YamlSource yaml = YamlSource.text("gateway.yaml", """
                graphite:
                  enabled: true
                  templates: [{template: measurement*}, {filter: a, template: measurement*}]
                """);
        assertThatThrownBy(() -> yaml.read(GatewayConfig::read)).hasMessageContaining("which never apply");
    }

    private static Templates templates(String template) {
        return Templates.of(List.of(Template.of("", template, new TreeMap<>())));
    }

    private List<String> received(String text, Templates templates) {
        byte[] bytes = text.getBytes(UTF_8);
        new GraphiteMapping(intake.lines, templates).messages(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        intake.lines.flush();
        queued = intake.queued();
        return Intake.lineTexts(queued);
    }

    private List<Parcel> queued = List.of();

    private List<String> refused() {
        return Intake.refusedTexts(queued);
    }
}
