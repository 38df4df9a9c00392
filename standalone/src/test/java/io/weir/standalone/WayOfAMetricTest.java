package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the architecture lists the packages of a metric's way through processing. */
class WayOfAMetricTest {
    private static final Path SOURCES = Path.of("../processing/src/main/java/io/weir/processing");

    /** An item of the list: its package, and the text up to the next item or paragraph. */
    private static final Pattern ITEM = Pattern.compile("(?ms)^\\d+\\. `([a-z]+)`: (.*?)(?=^\\d+\\. `|\\n\\n|\\z)");

    private static final Pattern FIRST_NAME = Pattern.compile("`([A-Z]\\w+)");

    private final List<MatchResult> items = items();

    private static List<MatchResult> items() {
        try {
            String page = Files.readString(Path.of("../docs/architecture.md"));
            return ITEM.matcher(page).results().toList();
        } catch (IOException e) {
            throw new AssertionError("cannot read the page", e);
        }
    }

    @Test
    void eachItemBeginsWithAClassOfItsPackage() {
        assertThat(items).isNotEmpty().allSatisfy(item -> {
            String name = FIRST_NAME
                    .matcher(item.group(2))
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
            assertThat(SOURCES.resolve(item.group(1)).resolve(name + ".java")).exists();
        });
    }

    @Test
    void aMetricChangesThePackageAtMostTwelveTimes() {
        List<String> packages = items.stream().map(item -> item.group(1)).toList();

        assertThat(packages).hasSizeLessThanOrEqualTo(12);
        for (int i = 1; i < packages.size(); i++) {
            assertThat(packages.get(i)).isNotEqualTo(packages.get(i - 1));
        }
    }

    @Test
    void itEntersThePackageOfAStageOnce() {
        assertThat(items.stream()
                        .map(item -> item.group(1))
                        .filter(List.of("series", "derive", "aggregate", "suppress")::contains))
                .containsExactly("series", "derive", "aggregate", "suppress");
    }
}
