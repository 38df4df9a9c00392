package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.PatternSyntaxException;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random regular expressions: those that list texts match exactly these. */
class AlternativesTest {
    private static final long SEED = Long.getLong("weir.test.seed", 1);
    private static final List<String> PARTS = List.of(
            "a", "b", "|", "\\.", "\\|", "\\+", "-", "/", " ", "A", "ä", ".", "+", "*", "(?i)", "^", "$", "\\d", "\\Q",
            "\\E", "\\", "[a]", "{2}", "(a)", "\n", "?");

    /** Mostly plain parts: else almost no expression would list texts. */
    private static String random(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i >= 0; i--) {
            int plain = 10;
            text.append(PARTS.get(random.nextInt(random.nextInt(8) > 0 ? plain : PARTS.size())));
        }
        return text.toString();
    }

    @Test
    void listedTextsAreAllThatMatch() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        int listed = 0;
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String regex = random(random, 8);
            List<String> texts = Alternatives.of(regex);
            if (texts.isEmpty()) {
                continue;
            }
            listed++;
            Matcher matcher = matcher(regex);
            assertThat(texts).as("seed %s, %s", SEED, regex).allMatch(matcher::matches);
            for (int j = 0; j < 20; j++) {
                String other = random(random, 3).replace("\\", "");
                assertThat(matcher.matches(other))
                        .as("seed %s, %s against %s", SEED, regex, other)
                        .isEqualTo(texts.contains(other));
                matched += texts.contains(other) ? 1 : 0;
            }
        }
        assertThat(listed).isBetween(2_000, 18_000);
        assertThat(matched).isGreaterThan(1_000);
    }

    private static Matcher matcher(String regex) {
        try {
            return new Matcher("host", Comparison.MATCHES, regex);
        } catch (PatternSyntaxException e) {
            throw new AssertionError("seed " + SEED + ": listed texts of an invalid expression " + regex, e);
        }
    }

    @Test
    void escapedPunctuationIsItself() {
        assertThat(Alternatives.of("flp1\\.cern\\.ch|flp 2/x:y")).containsExactly("flp1.cern.ch", "flp 2/x:y");
        assertThat(Alternatives.of("")).containsExactly("");
        assertThat(Alternatives.of("a|")).containsExactly("a", "");
        for (String more :
                List.of(".*", "a.b", "a\\", "\\d", "(a|b)", "[ab]", "ä", "a\nb", "\\Qa\\E", "(?i)a", "a{1}")) {
            assertThat(Alternatives.of(more)).as(more).isEmpty();
        }
    }
}
