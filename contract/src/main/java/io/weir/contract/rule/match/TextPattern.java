package io.weir.contract.rule.match;

import io.weir.contract.config.Setting;
import io.weir.contract.config.YamlSection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * A pattern of a whole name or value. Immutable. Tested once per new series or field, never per
 * metric. The matching time is at most proportional to pattern length × text length.
 */
public sealed interface TextPattern permits Glob, Regex, OneOf {
    /** The most characters of all regular expressions of a file, with repetitions expanded. */
    long MOST_REGEX = 1_000_000;

    boolean matches(String text);

    /** The only texts that match, in the order of the file; empty if they cannot be listed. */
    Optional<List<String>> texts();

    /**
     * The equivalent regular expression (RE2 syntax), without slashes or anchors, for other
     * programs.
     */
    String regex();

    /** Whether it is a literal text, which matches only itself. */
    default boolean isLiteral() {
        return texts().filter(texts -> texts.size() == 1).isPresent();
    }

    /**
     * Whether some text may match both this and another pattern. False is certain; true includes
     * "unknown".
     */
    default boolean mayShareTexts(TextPattern other) {
        return texts().map(texts -> texts.stream().anyMatch(other::matches)).orElse(true)
                && other.texts()
                        .map(texts -> texts.stream().anyMatch(this::matches))
                        .orElse(true);
    }

    /**
     * A regular expression if it is written between slashes, else a glob.
     *
     * @throws io.weir.contract.config.Refusal if it is neither
     */
    static TextPattern of(String spelling) {
        return Regex.isSpelled(spelling) ? Regex.of(spelling) : new Glob(spelling);
    }

    /** Reads one pattern of a section and counts its memory. */
    static Function<String, TextPattern> each(YamlSection section) {
        return spelling -> {
            TextPattern pattern = of(spelling);
            if (pattern instanceof Regex regex) {
                section.spend("characters of regular expressions, repetitions written out", regex.size(), MOST_REGEX);
            }
            return pattern;
        };
    }

    /** Reads a key that holds one pattern, or a list of alternatives. */
    static Setting<TextPattern> in(YamlSection section, String key, String about) {
        return section.oneOrMore(key, each(section), OneOf::of, about);
    }

    /** Reads a mapping with free keys, whose values are as in {@link #in}. */
    static Setting<SortedMap<String, TextPattern>> entriesIn(YamlSection section, String key, String about) {
        return section.entriesOfOneOrMore(key, each(section), OneOf::of, about);
    }
}
