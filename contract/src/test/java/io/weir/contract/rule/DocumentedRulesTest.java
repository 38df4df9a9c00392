package io.weir.contract.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation shows is what the loader takes. */
class DocumentedRulesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/rules.md"})
    void everyExampleLoads(String page) throws IOException {
        List<RuleFile> loaded = new ArrayList<>();
        Matcher example = YAML.matcher(Files.readString(ROOT.resolve(page)));
        while (example.find()) {
            loaded.add(RuleLoader.parse(page, example.group(1)));
        }
        assertThat(loaded).isNotEmpty();
    }

    @Test
    void theRulesOfTheReadmeLoad() {
        RuleFile rules = RuleLoader.load(ROOT.resolve("docs/examples/rules.yaml"));

        assertThat(rules.alarms()).extracting(AlarmRule::name).containsExactly("cpu-high");
    }
}
