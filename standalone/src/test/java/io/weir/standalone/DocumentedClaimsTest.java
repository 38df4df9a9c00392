package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each claim about faults and attacks names a test that shows it. {@link DocumentedNamesTest} verifies that
 * these tests exist.
 */
class DocumentedClaimsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`\\w+Test(\\.\\w+)?`");
    /** The head of a table, and the line below it. */
    private static final int HEAD = 2;

    @ParameterizedTest
    @CsvSource({
        "docs/operations.md, What survives what, 50",
        "docs/security.md, Threats, 14",
        "docs/security.md, What is authenticated, 15"
    })
    void everyRowNamesATest(String page, String section, int least) throws IOException {
        List<String> rows = rows(Files.readString(ROOT.resolve(page)), section);

        assertThat(rows).hasSizeGreaterThanOrEqualTo(least).allSatisfy(row -> assertThat(row)
                .as("%s claims something without a test: name the test, or remove the claim", page)
                .containsPattern(TEST));
    }

    @Test
    void theClaimOfTheReadmeNamesTests() throws IOException {
        String introduction = Files.readString(ROOT.resolve("README.md")).split("\n```", 2)[0];

        assertThat(introduction).contains("`kill -9`").containsPattern(TEST);
    }

    /** The rows of the only table of a section. */
    private static List<String> rows(String page, String section) {
        String text =
                page.split("(?m)^## " + Pattern.quote(section) + "$", 2)[1].split("(?m)^## ", 2)[0];
        return text.lines().filter(line -> line.startsWith("|")).skip(HEAD).toList();
    }
}
