package io.weir.contract.rulecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleCase;
import io.weir.contract.rule.RuleLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleChecksTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("```yaml\\n(.*?)```\\s+```warnings\\n(.*?)```", Pattern.DOTALL);

    static List<RuleCase> subtle() {
        return RuleCase.subtle();
    }

    @ParameterizedTest
    @MethodSource("subtle")
    void warnsOfLikelyMistakesOnly(RuleCase subtle) {
        assertThat(warnings(subtle)).isNotEmpty().containsExactlyElementsOf(subtle.expectedMistakes());
    }

    @Test
    void warnsOfNothingInTheReadme() {
        YamlSource file = YamlSource.file(Path.of("..", "docs", "examples", "rules.yaml"));

        assertThat(RuleChecks.findings("rules.yaml", RuleLoader.locate(file))).isEmpty();
    }

    @Test
    void givesTheWarningsThatThePageShows() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "rules", "check.md"));
        Matcher example = EXAMPLE.matcher(page);
        int examples = 0;
        while (example.find()) {
            examples++;
            assertThat(warnings(new RuleCase("rules.yaml", example.group(1))))
                    .containsExactlyElementsOf(example.group(2).lines().toList());
        }

        assertThat(examples).isEqualTo(3);
    }

    private static List<String> warnings(RuleCase file) {
        return RuleChecks.findings(file.name(), RuleLoader.locate(YamlSource.text(file.name(), file.text()))).stream()
                .map(Finding::toString)
                .toList();
    }
}
