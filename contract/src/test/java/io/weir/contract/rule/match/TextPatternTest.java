package io.weir.contract.rule.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "cpu cpu true",
                "cpu* cpu_load true",
                "/cpu/ cpu true",
                "/cpu/ cpu_load false",
                "/cpu/ my_cpu false",
                "/cpu|mem/ mem true",
                "/cpu|mem/ cpumem false",
                "/eth[0-9]+/ eth10 true",
                "/(?i)cpu/ CPU true",
                "/.*/ '' true",
                "/é.b/ éab true",
                "/a{3}/ aaa true",
                "/a\\/b/ a/b true",
                "/ / true",
                "/boot/efi /boot/efi true",
                "/boot/* /boot/efi true",
                "/boot /boot true",
                "//boot// /boot/ true",
            })
    void matchesTheWholeText(String pattern, String text, boolean matches) {
        assertThat(TextPattern.of(pattern).matches(text)).isEqualTo(matches);
        assertThat(TextPattern.of(pattern)).isEqualTo(TextPattern.of(pattern)).hasToString(pattern);
    }

    @Test
    @Timeout(60)
    void matchesInBoundedTime() {
        assertThat(TextPattern.of("/(a*)*b|(a|aa)+c|(a?){50}a{50}d/").matches("a".repeat(20_000)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{100}){100}){100}",
                "(a{1000}){11}",
                "a{100}{101}",
                "(a{1000}[)]b){1000}",
                "(a{1000}[(]b){1000}",
                "(a{1000}[](]b){1000}",
                "(a{1000}[^](]b){1000}",
                "(a{1000}[[:alpha:](]b){1000}",
                "(a{1000}[\\](]b){1000}",
                "(a{1000}\\(b){1000}",
                "(a{1000}\\Q(\\Eb){1000}",
                "(\\Q[\\Ea{1000}b){1000}",
                "((a{1,10}b{2}){3,}c){9999}",
                "a{100}(?i){1000}",
                "(a{100})*(?-i){1000}",
                "(a{100})\\Q\\E{1000}",
                "(((((((((a{1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000}",
            })
    @Timeout(60)
    void refusesNestedRepetitionsEarly(String expression) {
        assertThatThrownBy(() -> TextPattern.of("/" + expression + "/")).isInstanceOf(Refusal.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
                "([0-9]{1,3}\\.){3}[0-9]{1,3}",
                "[[:alpha:](){1000}]*",
                "\\Q{1000}{1000}{1000}\\E",
                "\\p{Greek}{1,100}\\x{10FFFF}",
                "a{1000}",
                "x{,3}"
            })
    void acceptsCommonExpressions(String expression) {
        assertThat(TextPattern.of("/" + expression + "/").isLiteral()).isFalse();
    }

    @Test
    void listsTheOnlyMatchingTexts() {
        assertThat(TextPattern.of("cpu").texts()).contains(List.of("cpu"));
        assertThat(TextPattern.of("cpu*").texts()).isEmpty();
        assertThat(oneOf("b", "a").texts()).contains(List.of("b", "a"));
        assertThat(oneOf("b", "a?").texts()).isEmpty();
        assertThat(oneOf("a").isLiteral()).isTrue();
        assertThat(oneOf("b", "a").isLiteral()).isFalse();
    }

    @Test
    void fieldsAreNamedOrLookAlike() {
        assertThat(Fields.ALL.has("any")).isTrue();
        assertThat(Fields.named("b", "a").names()).contains(List.of("b", "a"));
        assertThat(Fields.named("b", "a").has("a")).isTrue();
        assertThat(Fields.named("b", "a").has("c")).isFalse();
        assertThat(new Fields(TextPattern.of("/rx_.*/")).has("rx_bytes")).isTrue();
        assertThat(new Fields(TextPattern.of("/rx_.*/")).names()).isEmpty();
        assertThatThrownBy(() -> Fields.named("a\\")).isInstanceOf(Refusal.class);
    }

    private static TextPattern oneOf(String... patterns) {
        return OneOf.of(List.of(patterns).stream().map(TextPattern::of).toList());
    }
}
