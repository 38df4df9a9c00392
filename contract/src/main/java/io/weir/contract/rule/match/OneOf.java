package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A set of patterns, any of which may match. Looking up literal texts takes constant time. */
public final class OneOf implements TextPattern {
    private final List<TextPattern> patterns;
    private final List<String> texts;
    private final Set<String> plain;
    private final List<TextPattern> others;

    /** @throws Refusal if a pattern occurs twice */
    public OneOf(List<TextPattern> patterns) {
        this.patterns = List.copyOf(patterns);
        this.texts = patterns.stream()
                .flatMap(pattern -> pattern.texts().stream())
                .flatMap(List::stream)
                .toList();
        this.plain = Set.copyOf(new HashSet<>(texts));
        this.others =
                patterns.stream().filter(pattern -> pattern.texts().isEmpty()).toList();
        if (new HashSet<>(patterns).size() < patterns.size()) {
            throw new Refusal("names one twice", "keep one of them");
        }
    }

    /** Returns a single pattern unchanged. */
    public static TextPattern of(List<TextPattern> patterns) {
        return patterns.size() == 1 ? patterns.get(0) : new OneOf(patterns);
    }

    /** The alternatives. */
    public List<TextPattern> patterns() {
        return patterns;
    }

    @Override
    public boolean matches(String text) {
        return plain.contains(text) || others.stream().anyMatch(pattern -> pattern.matches(text));
    }

    @Override
    public Optional<List<String>> texts() {
        return others.isEmpty() ? Optional.of(texts) : Optional.empty();
    }

    @Override
    public String regex() {
        return patterns.stream().map(TextPattern::regex).collect(Collectors.joining("|", "(?:", ")"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OneOf that && patterns.equals(that.patterns);
    }

    @Override
    public int hashCode() {
        return patterns.hashCode();
    }

    @Override
    public String toString() {
        return patterns.toString();
    }
}
