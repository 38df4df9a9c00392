package io.weir.query.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link SearchContract} compares random expressions with those of a server. */
class LuceneRegexTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "flp1.* flp1.*",
                "a\\.b\\|c a\\.b\\|c",
                "(?:a|b)c? (a|b)c?",
                "(?s:.+)x (.+)x",
                "(a(b))+? -",
                "\\(?:x \\(?:x",
                "[a-z0-9_.]+ [a-z0-9_.]+",
                "[^A-Z]x [^A-Z]x",
            })
    void groupsAreThoseOfLucene(String regex, String expected) {
        assertThat(LuceneRegex.of(regex).orElse("-")).isEqualTo(expected);
    }

    /** Empty alternatives, optional operators, classes with other signs, flags, classes of letters, and anchors. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a|",
                "|a",
                "(|a)",
                "(a|)b",
                "()a",
                "a||b",
                "a\"b",
                "<1-9>",
                "a~b",
                "a@",
                "#",
                "a&b",
                "[a-]",
                "[-a]",
                "[.-/]",
                "[a-c-e]",
                "(?i)a",
                "(?i:a)",
                "\\d",
                "^a",
                "a$",
                "a{2}",
                "[[:alpha:]]",
                "ä",
                "\\x41",
                "",
                "(?P<n>a)"
            })
    void othersAreLeftToWeir(String regex) {
        assertThat(LuceneRegex.of(regex)).isEmpty();
    }

    /** The server would refuse them, or need many steps. */
    @ParameterizedTest
    @ValueSource(strings = {".*a......", "(a.*)*b", ".*.*.*.*x"})
    void costlyOnesAreLeftToWeir(String regex) {
        assertThat(LuceneRegex.of(regex)).isEmpty();
    }

    @Test
    void alternativesAndOptionsAreCostlyWhenMany() {
        assertThat(LuceneRegex.of(".*a" + "(a|b)".repeat(14))).isEmpty();
        assertThat(LuceneRegex.of(".*1" + "(0|1|2)".repeat(12))).isEmpty();
        assertThat(LuceneRegex.of("x+" + "a?".repeat(6))).isEmpty();
        assertThat(LuceneRegex.of("a?".repeat(490))).isEmpty();
        assertThat(LuceneRegex.of("a?".repeat(20))).isPresent();
        assertThat(LuceneRegex.of("(flp1.*|flp2.*|epn.*)")).isPresent();
        assertThat(LuceneRegex.of("a" + "|b".repeat(1_000))).isPresent();
    }
}
