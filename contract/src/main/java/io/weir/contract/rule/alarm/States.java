package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A level of states: raised by values that are among the words (or not among them), cleared by all
 * others. A word matches the text, the number that it spells, and the boolean if it is {@code true}
 * or {@code false}.
 *
 * @param isNot true: raised by values that are not among the words
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

    /** The number that a word spells; empty if it spells none. */
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
