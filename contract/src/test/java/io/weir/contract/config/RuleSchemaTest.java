package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.weir.contract.rule.RuleCase;
import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleSchemaTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern YAML = Pattern.compile("(?m)^```yaml\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(FileSchema.text("Rules", RuleLoader.declarations()));

    static List<RuleCase> good() {
        return Stream.concat(RuleCase.good().stream(), RuleCase.subtle().stream())
                .toList();
    }

    static List<String> shown() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS.resolve("rules"))) {
            return Stream.concat(
                            Stream.of(Files.readString(DOCS.resolve("examples/rules.yaml"))),
                            pages.sorted().flatMap(RuleSchemaTest::examples))
                    .toList();
        }
    }

    private static Stream<String> examples(Path page) {
        try {
            return YAML.matcher(Files.readString(page)).results().map(example -> example.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void acceptsGoodFiles(RuleCase file) {
        assertThat(complaints(file.text())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shown")
    void acceptsTheDocumentedRules(String rules) {
        assertThat(complaints(rules)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{version: 1, alarmz: []}",
                "{version: 1, alarms: {name: a}}",
                "{version: 1, derive: [{name: a, field: v}]}",
                "{version: 1, alarms: [{name: a, match: {measurement: m}, field: v, major: {abov: 1}}]}",
                "{version: 1, alarms: [{name: a, match: {measurement: m}, field: v, major: {above: high}}]}",
                "{version: 1, alarms: [{name: a, match: {measurement: m}, field: v, major: {above: 1}, for: 10}]}",
                "{version: 1, alarms: [{name: a, match: {measurement: m}, field: v, major: {above: 1}, for: 10 s}]}",
                "{version: 1, selectors: {a: {measure: m}}}",
                "{version: 1, selectors: {a: m}}",
                "{version: 1, route: [{match: [m], to: []}]}",
                "{version: 1, route: [{match: {tags: [a]}, to: []}]}",
                "{version: 1, route: [{match: {tags: {a: []}}, to: []}]}",
                "{version: 1, route: [{match: {tags: {a: {b: c}}}, to: []}]}",
                "{version: 1, route: [{match: {measurement: m}, to: [nowhere]}]}",
                "{version: 1, route: [{match: {measurement: m}, to: storage}]}",
                "{version: 1, aggregate: [{name: a, match: {measurement: m}, fields: [v], functions: [mean], window: 1s, keep-raw: maybe}]}"
            })
    void refusesWhatIsBuiltOtherwise(String rules) {
        assertThat(complaints(rules)).isNotEmpty();
    }

    /** Only files in which every mistake is structural: the loader checks more. */
    @Test
    void refusesFilesThatMisspellTheirParts() {
        List<RuleCase> misspelt = RuleCase.bad().stream()
                .filter(bad -> bad.name().equals("misspelt-parts.yaml"))
                .toList();

        assertThat(misspelt).hasSize(1).allSatisfy(bad -> assertThat(complaints(bad.text()))
                .isNotEmpty());
    }

    private static Set<ValidationMessage> complaints(String rules) {
        return SCHEMA.validate(rules, InputFormat.YAML);
    }
}
