package io.weir.standalone.ruletest;

import io.weir.contract.config.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expands the values of a series in the notation of promtool's tests: {@code 0+5x10} is 0, 5, … 50;
 * {@code 7x2} is 7, 7, 7; {@code _} is a gap and {@code _x3} three; nothing may follow
 * {@code stale}. Values are those of line protocol, so {@code 5i+1x3}, {@code true} and
 * {@code "text"} are valid, too.
 */
final class CompactValues {
    static final int MOST = 1_000_000;

    /** Never backtracks: that would need a stack as deep as the text is long. */
    private static final Pattern WORD = Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"\\S*|\\S+");
    /** The decimal expansion of a larger exponent would exhaust memory. */
    private static final String NUMBER = "\\d{1,400}(?:\\.\\d{1,400})?(?:[eE][+-]?\\d{1,3})?";

    private static final Pattern NUMBERS =
            Pattern.compile("(-?" + NUMBER + ")([iu]?)(?:([+-]" + NUMBER + ")[iu]?)?(?:x(\\d{1,7}))?");
    private static final Pattern REPEATED = Pattern.compile("(_|true|false|\".*\")(?:x(\\d{1,7}))?", Pattern.DOTALL);
    private static final String GAP = "_";
    private static final String STALE = "stale";

    private final List<Optional<String>> values = new ArrayList<>();
    private boolean ended;

    private CompactValues() {}

    /**
     * The values as line protocol spells them, empty where there is a gap.
     *
     * @throws Refusal that names the invalid word
     */
    static List<Optional<String>> expand(String text) {
        CompactValues expanded = new CompactValues();
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            expanded.add(words.group());
        }
        return expanded.values;
    }

    private void add(String word) {
        Matcher repeated = REPEATED.matcher(word);
        Matcher numbers = NUMBERS.matcher(word);
        if (ended) {
            throw new Refusal("has " + Refusal.quote(word) + " after stale", "the series ends there; a gap is _");
        } else if (word.equals(STALE)) {
            ended = true;
        } else if (repeated.matches()) {
            repeat(repeated.group(1), repeated.group(2));
        } else if (numbers.matches()) {
            count(word, numbers);
        } else {
            throw refusal(word);
        }
    }

    private void repeat(String value, String times) {
        boolean isGap = value.equals(GAP);
        // As in promtool: _x3 is three gaps, 7x3 is a value and three more.
        int count = times == null ? 1 : Integer.parseInt(times) + (isGap ? 0 : 1);
        for (int i = 0; i < count; i++) {
            put(isGap ? Optional.empty() : Optional.of(value));
        }
    }

    private void count(String word, Matcher numbers) {
        BigDecimal value = new BigDecimal(numbers.group(1));
        String suffix = numbers.group(2);
        boolean hasStep = numbers.group(3) != null;
        if (hasStep && numbers.group(4) == null) {
            throw new Refusal("has " + Refusal.quote(word) + " without a count", "such as 0+5x10");
        }
        BigDecimal step = hasStep ? new BigDecimal(numbers.group(3)) : BigDecimal.ZERO;
        if (!suffix.isEmpty()
                && (value.stripTrailingZeros().scale() > 0
                        || step.stripTrailingZeros().scale() > 0)) {
            throw new Refusal(
                    "has " + Refusal.quote(word) + ", which is not a whole number", "leave out the " + suffix);
        }
        int more = numbers.group(4) == null ? 0 : Integer.parseInt(numbers.group(4));
        for (int i = 0; i <= more; i++) {
            put(Optional.of(plain(value.add(step.multiply(BigDecimal.valueOf(i)))) + suffix));
        }
    }

    /** {@code 0.3}, {@code 100}: never {@code 1E+2}, and without trailing zeros. */
    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private void put(Optional<String> value) {
        if (values.size() == MOST) {
            throw new Refusal("has more than " + MOST + " values", "use weir rules run for a longer series");
        }
        values.add(value);
    }

    private static Refusal refusal(String word) {
        return new Refusal(
                "has " + Refusal.quote(word) + ", which is not a value",
                "such as 5, 0+5x10, 7x3, 5i, true, \"text\", _ for a gap, stale for the end");
    }
}
