package io.weir.contract.rule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.alarm.AlarmRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The loader accepts the rules in the documentation. A block with a name, such as
 * {@code ```csv hosts.csv}, is a table.
 */
class DocumentedRulesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile("```\\w+ (\\S+)\\n(.*?)```", Pattern.DOTALL);

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> rules = Files.list(ROOT.resolve("docs/rules"))) {
            rules.sorted().forEach(pages::add);
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyExampleLoads(Path page) throws IOException {
        List<RuleFile> loaded = new ArrayList<>();
        String text = Files.readString(page);
        Map<String, byte[]> tables = new HashMap<>();
        TABLE.matcher(text)
                .results()
                .forEach(table -> tables.put(table.group(1), table.group(2).getBytes(UTF_8)));
        Matcher example = YAML.matcher(text);
        while (example.find()) {
            loaded.add(RuleLoader.parse(
                    page.getFileName().toString(),
                    example.group(1),
                    name -> Objects.requireNonNull(tables.get(name), name)));
        }
        assertThat(loaded).hasSize(text.split("```yaml\n", -1).length - 1);
    }

    @Test
    void theRulesOfTheReadmeLoad() {
        RuleFile rules = RuleLoader.load(ROOT.resolve("docs/examples/rules.yaml"));

        assertThat(rules.alarms()).extracting(AlarmRule::name).containsExactly("cpu-high");
    }
}
