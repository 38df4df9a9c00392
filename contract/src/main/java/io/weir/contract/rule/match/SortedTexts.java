package io.weir.contract.rule.match;

import java.util.Collection;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** Texts in two orders, to find those that match a pattern by their prefix or suffix. */
final class SortedTexts {
    private final NavigableSet<String> forwards;
    private final NavigableSet<String> backwards = new TreeSet<>();

    SortedTexts(Collection<String> texts) {
        forwards = new TreeSet<>(texts);
        forwards.forEach(text -> backwards.add(reversed(text)));
    }

    /** All texts that match. */
    Set<String> matching(TextPattern pattern) {
        Set<String> matching = new HashSet<>();
        for (TextPattern one : PatternKeys.single(pattern)) {
            if (one instanceof Regex regex) {
                take(forwards, false, regex.prefix(), one, matching);
            } else if (one instanceof Glob glob
                    && glob.suffix().length() > glob.prefix().length()) {
                take(backwards, true, reversed(glob.suffix()), one, matching);
            } else if (one instanceof Glob glob) {
                take(forwards, false, glob.prefix(), one, matching);
            }
        }
        return matching;
    }

    private static void take(
            NavigableSet<String> from, boolean isReversed, String begin, TextPattern pattern, Set<String> to) {
        for (String each : from.tailSet(begin, true)) {
            if (!each.startsWith(begin)) {
                return;
            }
            String text = isReversed ? reversed(each) : each;
            if (pattern.matches(text)) {
                to.add(text);
            }
        }
    }

    /**
     * Reverses chars. It also reverses surrogate pairs, in texts and patterns alike, so that the
     * comparison stays correct.
     */
    private static String reversed(String text) {
        char[] characters = new char[text.length()];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = text.charAt(characters.length - 1 - i);
        }
        return new String(characters);
    }
}
