package io.weir.gateway.statsd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.MappingAllocation;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.path.Template;
import io.weir.gateway.path.Templates;
import io.weir.gateway.testing.InputPage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatsdMappingTest {
    private static final InputPage PAGE = new InputPage("statsd");
    private static final Templates NONE = Templates.of(List.of());
    private static final String RECEIVED = " \\d{19}$";

    private final Intake intake = new Intake();
    private List<Parcel> queued = List.of();

    @Test
    void whatThePageShowsArrivesAsItSays() {
        assertThat(received(PAGE.blocks("text").get(0)))
                .containsExactlyInAnyOrderElementsOf(PAGE.arrivesAs("text").stream()
                        .map(line -> line.replaceFirst(RECEIVED, ""))
                        .toList());
    }

    @Test
    void thePageHasEveryReason() {
        assertThat(Arrays.stream(StatsdError.values())
                        .filter(error -> error != StatsdError.NONE)
                        .map(error -> "`" + error.code() + "`"))
                .allMatch(PAGE.text()::contains);
    }

    /** The examples of StatsD's metric_types.md and of Datadog's description of its datagrams. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "gorets:1|c                          ! gorets count=1",
                "gorets:1|c|@0.1                     ! gorets count=10",
                "glork:320|ms|@0.1                   ! glork ms=320,events=10",
                "gaugor:333|g                        ! gaugor value=333",
                "uniques:765|s                       ! uniques member=\"765\"",
                "page.views:1|c                      ! page_views count=1",
                "fuel.level:0.5|g                    ! fuel_level value=0.5",
                "song.length:240|h|@0.5              ! song_length value=240,events=2",
                "users.uniques:1234|s                ! users_uniques member=\"1234\"",
                "users.online:1|c|#country:china     ! users_online,country=china count=1",
                "users.online:1|c|@0.5|#country:china,environment:production"
                        + " ! users_online,country=china,environment=production count=2",
                "page.views:1:2:32|d                 ! page_views value=1,events=1; page_views value=2,events=1;"
                        + " page_views value=32,events=1",
                "page.views:1|g|#env:dev|c:83c0a99c0a54c0c187f461c7980e9b57f3f6a8b0c918c8d93df19a9de6f3fe1d"
                        + " ! page_views,env=dev value=1",
                "page.views:15|c|#env:dev|T1656581400 ! page_views,env=dev count=15",
            })
    void examplesOfBothProjectsArrive(String message, String lines) {
        assertThat(received(message)).containsExactlyInAnyOrder(lines.split("; "));
        assertThat(intake.counts.rejected.total()).isZero();
    }

    @Test
    void tagsAreThoseOfThreeDialects() {
        assertThat(received("""
                        a,h=1,g=2:1|c|#x:y
                        b;h=1;g=2,3:1|c
                        c:1|c|#h:1:2,,flag,h:3,host:,pod:
                        d,h=:1|c
                        e,h=1:1|c|#h:2
                        """))
                .containsExactlyInAnyOrder(
                        "a,g=2,h=1,x=y count=1",
                        "b,g=2\\,3,h=1 count=1",
                        "c,flag=true,h=3 count=1",
                        "d count=1",
                        "e,h=2 count=1");
    }

    @Test
    void oneNameMayHaveSeveralTypes() {
        for (int i = 0; i < 2; i++) {
            assertThat(received("a:1|c\na:1|g\na:1|ms\na:1|h\na:1|d\na:x:y|s"))
                    .containsExactlyInAnyOrder(
                            "a count=1",
                            "a value=1",
                            "a ms=1,events=1",
                            "a value=1,events=1",
                            "a value=1,events=1",
                            "a member=\"x:y\"");
        }
    }

    @Test
    void timesOfSamplesAreDifferentUnlessTheSenderSetsThem() {
        byte[] bytes = "a:1|c\na:1|c\na:1:1|h\nb:1|c|T1780000000\n".getBytes(UTF_8);
        new StatsdMapping(intake.lines, NONE, SignedGauges.REFUSE)
                .messages(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        intake.lines.flush();
        List<String> stamps = Intake.lines(intake.queued()).stream()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
        assertThat(stamps).hasSize(5).doesNotHaveDuplicates().contains("1780000000000000000");
    }

    @Test
    void signedGaugesAreValuesIfTheSettingsSaySo() {
        assertThat(received("a:-5|g\nb:+5|g\nc:-5|c", SignedGauges.VALUE))
                .containsExactlyInAnyOrder("a value=-5", "b value=5", "c count=-5");
    }

    @Test
    void gaugesAreMarkedIfSignsAreChanges() {
        assertThat(received("a:-5|g\na:+5|g\na:5|g|#k:v\nb:1:+2|g\nc:-5|c\nd:1|ms", SignedGauges.CHANGE))
                .containsExactlyInAnyOrder(
                        "a value=-5,weir:change=true",
                        "a value=5,weir:change=true",
                        "a,k=v value=5,weir:change=false",
                        "b value=1,weir:change=false",
                        "b value=2,weir:change=true",
                        "c count=-5",
                        "d ms=1,events=1");
        assertThat(intake.counts.rejected.total()).isZero();
    }

    @Test
    void badSamplesAreRefusedAloneWithTheirBytes() {
        Map<String, String> bad = new TreeMap<>(Map.ofEntries(
                Map.entry("a", "statsd-not-a-sample"),
                Map.entry("a:1", "statsd-not-a-sample"),
                Map.entry("a|c", "statsd-not-a-sample"),
                Map.entry("a|b:1|c", "statsd-not-a-sample"),
                Map.entry("a:1:2|h|T1790000000", "statsd-not-a-sample"),
                Map.entry("a,instance=b:9100:3|c", "statsd-not-a-sample"),
                Map.entry("a:1|", "statsd-unknown-type"),
                Map.entry("a:1|m", "statsd-unknown-type"),
                Map.entry("a:1|c:2|c", "statsd-unknown-type"),
                Map.entry(":1|c", "statsd-bad-name"),
                Map.entry("a..b:1|c", "statsd-bad-name"),
                Map.entry("\\:1|c", "statsd-bad-name"),
                Map.entry("a,=b:1|c", "statsd-bad-tag"),
                Map.entry("a,b:1|c", "statsd-bad-tag"),
                Map.entry("a:1|c|#:b", "statsd-bad-tag"),
                Map.entry("a:1|c|#b:\\", "statsd-bad-tag"),
                Map.entry("a:1|c|@", "statsd-bad-rate"),
                Map.entry("a:1|c|@0", "statsd-bad-rate"),
                Map.entry("a:1|c|@-1", "statsd-bad-rate"),
                Map.entry("a:1|c|@1.1", "statsd-bad-rate"),
                Map.entry("a:1|c|@nan", "statsd-bad-rate"),
                Map.entry("a:-5|g", "statsd-signed-gauge"),
                Map.entry("a:+5|g", "statsd-signed-gauge"),
                Map.entry("a:|s", "statsd-bad-member"),
                Map.entry("_e{5,4}:title|text|#tag", "statsd-event"),
                Map.entry("_sc|disk|1", "statsd-service-check"),
                Map.entry("a:|c", "invalid-number"),
                Map.entry("a:1i|c", "invalid-number"),
                Map.entry("a:1,b=2|c", "invalid-number"),
                Map.entry("a:1:|h", "invalid-number"),
                Map.entry("a:1:x:2|h", "invalid-number"),
                Map.entry("a:nan|g", "not-finite"),
                Map.entry("a:1e999|c", "number-out-of-range"),
                Map.entry("a:1e308|c|@0.01", "number-out-of-range"),
                Map.entry("a:1|ms|@1e-310", "number-out-of-range"),
                Map.entry("a:1|c|T", "invalid-timestamp"),
                Map.entry("a:1|c|Tx", "invalid-timestamp"),
                Map.entry("a:1|c|T99999999999", "timestamp-out-of-range")));
        String neighbours = bad.keySet().stream().collect(Collectors.joining("\nok:1|c\n", "ok:1|c\n", "\nok:1|c\n"));
        assertThat(received(neighbours)).hasSize(bad.size() + 1).containsOnly("ok count=1");
        assertThat(Intake.refusedTexts(queued)).containsExactlyElementsOf(bad.keySet());
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(
                        bad.values().stream().collect(Collectors.groupingBy(reason -> reason, Collectors.counting())));
    }

    @Test
    void aLongNameIsNotRepeatedWithoutABound() {
        String values = "1:".repeat(15_000) + "1|h\nok:1|c";
        assertThat(received("n".repeat(1_000) + ":" + values)).containsExactly("ok count=1");
        assertThat(received("n".repeat(33_000) + ":" + values)).containsExactly("ok count=1");
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("statsd-too-large", 2L));
        assertThat(received("n".repeat(40) + ":" + values)).hasSize(15_002);
    }

    @Test
    void templatesApplyToTheName() {
        Templates templates =
                Templates.of(List.of(Template.of("stats", ".site.measurement*", new TreeMap<>(Map.of("dc", "p2")))));
        byte[] bytes = "stats.cern.page.views:1|c|#h:1\nstats.cern:1|c\n".getBytes(UTF_8);
        assertThat(received(bytes, new StatsdMapping(intake.lines, templates, SignedGauges.REFUSE)))
                .containsExactly("page_views,dc=p2,h=1,site=cern count=1");
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("statsd-short-name", 1L));
    }

    @Test
    void aTemplateWithAFieldIsRefused() {
        YamlSource yaml = YamlSource.text("gateway.yaml", """
                statsd: {enabled: true, templates: [{template: measurement.field}]}
                """);
        assertThatThrownBy(() -> yaml.read(GatewayConfig::read))
                .hasMessageContaining("statsd.templates: has a field")
                .hasMessageContaining("replace field by");
    }

    @Test
    void allocatesNothingForAKnownName() {
        int samples = 1_000;
        byte[] text = IntStream.range(0, samples / 4)
                .boxed()
                .flatMap(i -> Stream.of(
                        "a" + i + ":" + i + "|c|#host:h" + i,
                        "b" + i + ":" + i + ".5|ms|@0.5",
                        "c" + i + ":8|g",
                        "d" + i + ":x|s"))
                .collect(Collectors.joining("\n"))
                .getBytes(UTF_8);
        MappingAllocation.assertNone(lines -> new StatsdMapping(lines, NONE, SignedGauges.CHANGE), text, samples);
    }

    private List<String> received(String text) {
        return received(text, SignedGauges.REFUSE);
    }

    private List<String> received(String text, SignedGauges signedGauges) {
        return received(text.getBytes(UTF_8), new StatsdMapping(intake.lines, NONE, signedGauges));
    }

    /** The lines that arrive, without their timestamps. */
    private List<String> received(byte[] bytes, StatsdMapping mapping) {
        mapping.messages(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        intake.lines.flush();
        queued = intake.queued();
        return Intake.lineTexts(queued).stream()
                .map(line -> line.replaceFirst(RECEIVED, ""))
                .toList();
    }
}
