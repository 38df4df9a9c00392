package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.writer.TargetConfig.WriteLimits;
import io.weir.writer.store.Texts;
import io.weir.writer.store.opensearch.OpenSearchUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterConfigTest {
    @Test
    void usesDefaultsForMissingKeys() {
        assertThat(read("")).isEqualTo(WriterConfig.defaults());
    }

    @Test
    void readsEveryKey(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");

        WriterConfig config = read("""
                store: influxdb1://weir@db/metrics
                token-file: "%s"
                batch:
                  lines: 5000
                  bytes: 1000000
                in-flight: 2
                timeout: 10s
                """.formatted(token));

        assertThat(config.store().text()).isEqualTo("influxdb1://weir@db/metrics");
        assertThat(config.token()).contains("secret");
        assertThat(config.targets().get(0).limits())
                .isEqualTo(new WriteLimits(5000, 1_000_000, 2, Duration.ofSeconds(10)));
        assertThat(config.toString()).doesNotContain("secret");
    }

    @Test
    void furtherTargetsAcceptTheKeysOfTheWriter(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret");

        WriterConfig config = read("""
                annotations: alarms
                refused: refused-lines
                type-changes: [{measurement: "app*", policy: suffix}, {measurement: [a, b], policy: reject}]
                targets:
                  long-term:
                    store: influxdb2://db/metrics?org=farm
                    token-file: "%s"
                    batch: {lines: 5000}
                    routes: [{measurement: "cpu*", to: cpu}, {measurement: "*", skip: true}]
                """.formatted(token));

        assertThat(config.store().text()).isEqualTo("questdb:embedded");
        assertThat(config.targets().get(0).annotations()).contains("alarms");
        assertThat(config.targets().get(0).refused()).contains("refused-lines");
        assertThat(TypeChange.of(config.targets().get(0).typeChanges(), "apple"))
                .isEqualTo(TypeChange.Policy.SUFFIX);
        assertThat(TypeChange.of(config.targets().get(0).typeChanges(), "other"))
                .isEqualTo(TypeChange.Policy.REJECT);
        TargetConfig further = config.targets().get(1);
        assertThat(further.name()).isEqualTo("long-term");
        assertThat(further.token()).contains("secret");
        assertThat(further.limits().lines()).isEqualTo(5000);
        assertThat(further.routes()).hasSize(2);
        assertThat(further.annotations()).isEmpty();
        assertThat(further.refused()).isEmpty();
        assertThat(config.toString()).doesNotContain("secret");
    }

    @Test
    void readsTheExamplesOfTheDocumentation() throws IOException {
        List<String> examples = Pattern.compile("```yaml\n# writer.yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "storage.md")))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(examples).hasSize(3);
        assertThat(read(examples.get(0)).targets())
                .extracting(target -> target.store() instanceof OpenSearchUrl search && search.holdsDocuments())
                .containsExactly(false, true);
        assertThat(read(examples.get(1)).targets()).hasSize(2);
        assertThat(read(examples.get(2)).targets().get(0).typeChanges()).hasSize(1);
    }

    @Test
    void annotationsNeedAStoreOfTexts() {
        assertThatThrownBy(() -> read("{store: victoriametrics://vm, annotations: alarms}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("annotations: are texts, which victoriametrics://vm does not store");
        assertThat(read("{store: victoriametrics://vm, annotations: alarms, texts: info}")
                        .targets()
                        .get(0)
                        .annotations())
                .contains("alarms");
    }

    /** With texts: info, each refused line would be a series of its own. */
    @Test
    void refusedLinesNeedAStoreOfTexts() {
        for (String texts : List.of("skip", "info")) {
            assertThatThrownBy(() -> read("{store: victoriametrics://vm, refused: refused, texts: " + texts + "}"))
                    .isInstanceOf(MistakesException.class)
                    .hasMessageContaining("refused: are texts, which victoriametrics://vm does not store");
        }
    }

    @Test
    void textsAreForStoresOfNumbers() {
        assertThat(read("{store: victoriametrics://vm, texts: info}")
                        .targets()
                        .get(0)
                        .texts())
                .isEqualTo(Texts.INFO);
        assertThat(read("{targets: {p: {store: remotewrite://p}}}")
                        .targets()
                        .get(1)
                        .texts())
                .isEqualTo(Texts.SKIP);
        assertThatThrownBy(() -> read("{store: influxdb1://db/metrics, texts: info}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("texts: has no effect on influxdb1://db/metrics, which stores texts");
    }

    @Test
    void mistakesInTargetsNameTheCulprit() {
        assertThatThrownBy(() -> read("""
                routes: [{measurement: a, as: plain}, {to: x}, {measurement: b, skip: true, to: y}]
                targets:
                  main: {store: questdb://db}
                  Upper: {store: questdb://db}
                  none: {batch: {lines: 5}}
                """))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("\"plain\" is not a template of a measurement")
                .hasMessageContaining("routes[1].measurement: is missing")
                .hasMessageContaining("contradicts 'to' and 'as'")
                .hasMessageContaining("\"main\" is not a valid name of a further target")
                .hasMessageContaining("\"Upper\" is not a valid name of a further target")
                .hasMessageContaining("targets.none.store: is missing")
                .hasMessageNotContaining("known key");
    }

    @Test
    void secretsInTheStoresUrlAreNotRepeated() {
        assertThatThrownBy(() -> read("store: influxdb2://db/metrics?org=o&token=hidden"))
                .isInstanceOf(MistakesException.class)
                .hasMessageNotContaining("hidden")
                .hasMessageContaining("?org=ORG");
    }

    @Test
    void mistakesNameTheCulprit() {
        assertThatThrownBy(() -> read("store: mysql://db\ntoken-file: /nowhere/token\nbatch: {lines: 0}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("unknown scheme 'mysql'")
                .hasMessageContaining("/nowhere/token")
                .hasMessageContaining("batch.lines");
    }

    private static WriterConfig read(String yaml) {
        return YamlSource.text("writer.yaml", yaml).read(WriterConfig::read);
    }
}
