package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A level of states: raised by values that are among the words, or that are not, cleared by all others. A word stands for
 * the text, for the number that it spells, and, if it is {@code true} or {@code false}, for that.
 *
 * @param isNot raised by values that are none of them
 * @param words at least one
 */
public record States(boolean isNot, List<String> words) implements Level {

    public States {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new Refusal(key(isNot), "must name at least one", "");
        }
        if (new HashSet<>(words).size() < words.size()) {
            throw new Refusal(key(isNot), "names one twice", "keep one of them");
        }
    }

    /** The number that a word spells, if it does. */
    public static Optional<BigDecimal> number(String word) {
        try {
            return Optional.of(new BigDecimal(word)).filter(number -> Double.isFinite(number.doubleValue()));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    private static String key(boolean isNot) {
        return isNot ? "not-equals" : "equals";
    }
}
