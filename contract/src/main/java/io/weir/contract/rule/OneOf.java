package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Patterns of which any may match. */
public record OneOf(List<TextPattern> patterns) implements TextPattern {

    public OneOf {
        patterns = List.copyOf(patterns);
        if (new HashSet<>(patterns).size() < patterns.size()) {
            throw new Refusal("names one twice", "keep one of them");
        }
    }

    /** Of a single one, that one. */
    static TextPattern of(List<TextPattern> patterns) {
        return patterns.size() == 1 ? patterns.get(0) : new OneOf(patterns);
    }

    @Override
    public boolean matches(String text) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(text));
    }

    @Override
    public Optional<List<String>> texts() {
        List<String> texts = patterns.stream()
                .flatMap(pattern -> pattern.texts().stream())
                .flatMap(List::stream)
                .toList();
        return texts.size() == patterns.size() ? Optional.of(texts) : Optional.empty();
    }

    @Override
    public String regex() {
        return patterns.stream().map(TextPattern::regex).collect(Collectors.joining("|", "(?:", ")"));
    }

    @Override
    public String toString() {
        return patterns.toString();
    }
}
