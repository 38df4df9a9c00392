package io.weir.contract.rule.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Computes the keys under which a set of patterns is stored. A few keys, computed from a text or
 * pattern, find every pattern that matches the text or covers the pattern. Immutable.
 */
final class PatternKeys {
    private static final String LITERAL = "=";
    private static final String BEGIN = "^";
    private static final String END = "$";
    private static final String RUN = "~";
    private static final String REGEX = "/";
    /** Globs without a literal character. */
    private static final String ANY = "*";
    /**
     * Regular expressions without a known prefix: they match texts, and cover no pattern except
     * themselves.
     */
    private static final String UNKNOWN = "?";

    private final Map<String, Integer> globs = new HashMap<>();
    private final TreeSet<Integer> begins = new TreeSet<>();
    private final TreeSet<Integer> ends = new TreeSet<>();
    private final TreeSet<Integer> runs = new TreeSet<>();

    /** @param patterns all patterns to store */
    PatternKeys(List<TextPattern> patterns) {
        List<TextPattern> each =
                patterns.stream().flatMap(pattern -> single(pattern).stream()).toList();
        each.forEach(one -> {
            if (one instanceof Glob glob && !one.isLiteral()) {
                candidates(glob).forEach(key -> globs.merge(key, 1, Integer::sum));
            }
        });
        each.forEach(one -> homes(one, this::noteLength));
    }

    private void noteLength(String key) {
        int length = key.length() - 1;
        switch (key.substring(0, 1)) {
            case BEGIN -> begins.add(length);
            case END -> ends.add(length);
            case RUN -> runs.add(length);
            default -> {
                // Found by the whole key.
            }
        }
    }

    /** The keys under which a pattern of the set is stored. */
    List<String> homes(TextPattern pattern) {
        List<String> homes = new ArrayList<>();
        single(pattern).forEach(one -> homes(one, homes::add));
        return homes;
    }

    private void homes(TextPattern one, Consumer<String> to) {
        if (one instanceof Regex regex) {
            String prefix = regex.prefix();
            to.accept(REGEX + regex);
            to.accept(prefix.isEmpty() ? UNKNOWN : BEGIN + prefix);
        } else if (one instanceof Glob glob) {
            to.accept(
                    one.isLiteral()
                            ? LITERAL + glob.pattern()
                            : candidates(glob).stream()
                                    .min(Comparator.comparingInt(key -> globs.getOrDefault(key, 0)))
                                    .orElse(ANY));
        }
    }

    /** The possible keys of a glob; the rarest one is used. */
    private static List<String> candidates(Glob glob) {
        List<String> keys = new ArrayList<>();
        add(keys, BEGIN, glob.prefix());
        add(keys, END, glob.suffix());
        add(keys, RUN, glob.longestRun());
        return keys;
    }

    private static void add(List<String> keys, String kind, String text) {
        if (!text.isEmpty()) {
            keys.add(kind + text);
        }
    }

    /** The key of the literal patterns with this text. */
    static String literal(String text) {
        return LITERAL + text;
    }

    /** All keys that may hold a pattern that matches the text. */
    void matching(String text, Consumer<String> to) {
        to.accept(LITERAL + text);
        to.accept(UNKNOWN);
        partsOf(text, to);
    }

    /** All keys that may hold a pattern that covers this one. */
    void covering(TextPattern pattern, Consumer<String> to) {
        // A pattern that covers several patterns covers the first of them.
        TextPattern first = single(pattern).get(0);
        if (first instanceof Regex) {
            to.accept(REGEX + first);
            to.accept(ANY);
        } else if (first instanceof Glob glob && first.isLiteral()) {
            matching(glob.pattern(), to);
        } else if (first instanceof Glob glob) {
            partsOf(glob.pattern(), to);
        }
    }

    private void partsOf(String text, Consumer<String> to) {
        int length = text.length();
        for (int part : begins.headSet(length, true)) {
            to.accept(BEGIN + text.substring(0, part));
        }
        for (int part : ends.headSet(length, true)) {
            to.accept(END + text.substring(length - part));
        }
        Set<String> seen = new HashSet<>();
        for (int part : runs.headSet(length, true)) {
            for (int at = 0; at + part <= length; at++) {
                String run = text.substring(at, at + part);
                if (seen.add(run)) {
                    to.accept(RUN + run);
                }
            }
        }
        to.accept(ANY);
    }

    /** The alternatives of a pattern, or the pattern itself. */
    static List<TextPattern> single(TextPattern pattern) {
        return pattern instanceof OneOf any ? any.patterns() : List.of(pattern);
    }
}
