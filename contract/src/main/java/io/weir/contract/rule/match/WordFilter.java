package io.weir.contract.rule.match;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * The filter of the page's lists, as {@code filter.js} implements it. All words must match,
 * regardless of case. A word matches a part of a text. A word with {@code *} or {@code ?} matches a
 * whole text, or a whole part between slashes and spaces. {@code key=value} matches the value of a
 * tag, or a part of a text. {@code -word} excludes the matches of the word. Immutable.
 */
public final class WordFilter {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern PARTS = Pattern.compile("[\\s/]+");
    private static final int FARTHEST = 3;

    private final List<Word> words = new ArrayList<>();

    private record Word(boolean isExcluded, Match match, ToIntFunction<String> rank) {}

    private interface Match {
        /** @param texts those of the tags too */
        boolean test(List<String> texts, List<Map.Entry<String, String>> tags);
    }

    /** @param text words, separated by spaces; matches everything if there are none */
    public WordFilter(String text) {
        for (String word : SPACES.split(text.toLowerCase(Locale.ROOT))) {
            boolean isExcluded = word.startsWith("-");
            String wanted = isExcluded ? word.substring(1) : word;
            if (!wanted.isEmpty()) {
                words.add(new Word(isExcluded, match(wanted), rankOf(wanted)));
            }
        }
    }

    /** Whether it has no words, and therefore matches everything. */
    public boolean isEmpty() {
        return words.isEmpty();
    }

    /** Whether something with these texts and tags matches. */
    public boolean test(Collection<String> texts, Map<String, String> tags) {
        if (isEmpty()) {
            return true;
        }
        List<String> all = new ArrayList<>(texts.size() + tags.size());
        texts.forEach(text -> all.add(lower(text)));
        List<Map.Entry<String, String>> lowerTags = new ArrayList<>(tags.size());
        tags.forEach((key, value) -> {
            Map.Entry<String, String> tag = Map.entry(lower(key), lower(value));
            lowerTags.add(tag);
            all.add(tag.getValue());
        });
        for (Word word : words) {
            if (word.match.test(all, lowerTags) == word.isExcluded) {
                return false;
            }
        }
        return true;
    }

    /**
     * How closely a name matches, for the best first: 0 if a word is the whole name, or a whole part
     * between slashes and spaces; 1 if one begins the name or a part; 2 if one is in the name; 3 if
     * none is.
     */
    public int rank(String name) {
        String text = lower(name);
        int best = FARTHEST;
        for (Word word : words) {
            if (!word.isExcluded) {
                best = Math.min(best, word.rank.applyAsInt(text));
            }
        }
        return best;
    }

    private static ToIntFunction<String> rankOf(String word) {
        if (Glob.hasWildcard(word)) {
            Predicate<String> matches = text(word);
            return name -> matches.test(name) ? 0 : FARTHEST;
        }
        return name -> {
            if (!name.contains(word)) {
                return FARTHEST;
            }
            int best = name.equals(word) ? 0 : name.startsWith(word) ? 1 : 2;
            for (String part : PARTS.split(name)) {
                best = Math.min(best, part.equals(word) ? 0 : part.startsWith(word) ? 1 : 2);
            }
            return best;
        };
    }

    private static Match match(String word) {
        Predicate<String> one = text(word);
        int at = word.indexOf('=');
        if (at <= 0) {
            return (texts, tags) -> isAny(texts, one);
        }
        String key = word.substring(0, at);
        Predicate<String> value = whole(word.substring(at + 1));
        Predicate<Map.Entry<String, String>> tag = pair -> pair.getKey().equals(key) && value.test(pair.getValue());
        return (texts, tags) -> isAny(tags, tag) || isAny(texts, one);
    }

    private static <T> boolean isAny(List<T> all, Predicate<T> wanted) {
        for (T one : all) {
            if (wanted.test(one)) {
                return true;
            }
        }
        return false;
    }

    private static Predicate<String> text(String word) {
        if (!Glob.hasWildcard(word)) {
            return text -> text.contains(word);
        }
        Predicate<String> whole = whole(word);
        return text -> whole.test(text) || PARTS.splitAsStream(text).anyMatch(whole);
    }

    private static Predicate<String> whole(String pattern) {
        return pattern.isEmpty() ? String::isEmpty : new Glob(pattern)::matches;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
