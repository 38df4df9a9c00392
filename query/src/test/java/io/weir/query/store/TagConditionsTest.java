package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.Selection;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TagConditionsTest {
    private static List<String> conditions(Matcher... matchers) {
        return TagConditions.of(new Selection(List.of(matchers)), new TagLanguage() {
            @Override
            public boolean canCompare(String tag) {
                return !tag.equals("other");
            }

            @Override
            public String equal(String tag, String value) {
                return tag + ":" + value;
            }

            @Override
            public boolean canMatch(String regex) {
                return PlainRegex.isPlain(regex) && PlainRegex.isFast(regex);
            }

            @Override
            public String matches(String tag, String regex) {
                return tag + "~" + regex;
            }
        });
    }

    private static Matcher matcher(String label, Comparison comparison, String value) {
        return new Matcher(label, comparison, value);
    }

    @Test
    void textsAreConditions() {
        assertThat(conditions(
                        matcher("host", Comparison.EQUALS, "a.b"),
                        matcher("U__host_20_name", Comparison.MATCHES, "a\\.b|c"),
                        matcher("rack", Comparison.MATCHES, "r1")))
                .containsExactly("(host:a.b)", "(host name:a.b OR host name:c)", "(rack:r1)");
    }

    @Test
    void plainRegularExpressionsAreConditions() {
        assertThat(conditions(
                        matcher("host", Comparison.MATCHES, "a\\.b.*|(?:c|(?s:d?))[0-9x]+"),
                        matcher("rack", Comparison.MATCHES, ".+"),
                        matcher("site", Comparison.MATCHES, "(?s:it's/.*)"),
                        matcher("role", Comparison.MATCHES, "(?:flp.*|epn.*|gpu.*|dcs.*)[0-9]+(?:-ib)?")))
                .containsExactly(
                        "(host~^(?:a\\.b.*|(?:c|(?s:d?))[0-9x]+)\\z)",
                        "(rack~^(?:.+)\\z)",
                        "(site~^(?:(?s:it's/.*))\\z)",
                        "(role~^(?:(?:flp.*|epn.*|gpu.*|dcs.*)[0-9]+(?:-ib)?)\\z)");
    }

    /** A store might compare these in another way than Weir. */
    @Test
    void allElseIsNoCondition() {
        assertThat(conditions(
                        matcher("host", Comparison.EQUALS_NOT, "a"),
                        matcher("host", Comparison.MATCHES_NOT, "a"),
                        matcher("host", Comparison.MATCHES, "[a&&b]+"),
                        matcher("host", Comparison.MATCHES, "[[:alpha:]]+"),
                        matcher("host", Comparison.MATCHES, "(a+)+b"),
                        matcher("host", Comparison.MATCHES, ".*a.*b.*c.*"),
                        matcher("host", Comparison.MATCHES, "a?".repeat(30) + "a".repeat(30)),
                        matcher("host", Comparison.MATCHES, "(a|a)".repeat(30) + "b"),
                        matcher("host", Comparison.MATCHES, "(?:a|(?:a|a))".repeat(10) + "\\(?b"),
                        matcher("host", Comparison.MATCHES, "\\d+"),
                        matcher("host", Comparison.MATCHES, "(?i)a.*"),
                        matcher("host", Comparison.MATCHES, "a{2}.*"),
                        matcher("host", Comparison.MATCHES, "a$|b.+"),
                        matcher("host", Comparison.MATCHES, "ä.*"),
                        matcher("host", Comparison.MATCHES, "a.*" + "x".repeat(1_000)),
                        matcher("host", Comparison.MATCHES, "a*"),
                        matcher("host", Comparison.MATCHES_NOT, "a.*"),
                        matcher("other", Comparison.MATCHES, "a.*"),
                        matcher("host", Comparison.MATCHES, "a|"),
                        matcher("host", Comparison.EQUALS, ""),
                        matcher("host", Comparison.EQUALS, "a\nb"),
                        matcher("host", Comparison.EQUALS, "a\rb"),
                        matcher("host", Comparison.EQUALS, "a\0b"),
                        matcher("host", Comparison.EQUALS, "x".repeat(1_001)),
                        matcher("other", Comparison.EQUALS, "a"),
                        matcher("U__host", Comparison.EQUALS, "the tag host has another label")))
                .isEmpty();
    }

    @Test
    void allConditionsHaveALimit() {
        Matcher[] many = Collections.nCopies(60, matcher("host", Comparison.EQUALS, "x".repeat(1_000)))
                .toArray(Matcher[]::new);
        assertThat(conditions(many)).hasSize(7);
    }
}
