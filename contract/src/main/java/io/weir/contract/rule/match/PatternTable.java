package io.weir.contract.rule.match;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds rules by one pattern of each match: those whose pattern may match a text that another
 * pattern matches, too. Immutable.
 *
 * @param <B> the container for rules of the same key
 */
public final class PatternTable<B> {
    private final PatternKeys keys;
    private final Map<String, B> byKey = new HashMap<>();
    private final SortedTexts texts;
    /** Patterns whose texts cannot be listed. Any two of them may have common texts. */
    private final B opaque;

    /** @param bucket makes the container for rules of the same key */
    public <E> PatternTable(List<E> rules, Function<E, TextPattern> pattern, Function<List<E>, B> bucket) {
        keys = new PatternKeys(rules.stream().map(pattern).toList());
        Map<String, List<E>> grouped = new HashMap<>();
        List<E> open = new ArrayList<>();
        for (E rule : rules) {
            keys.homes(pattern.apply(rule)).stream().distinct().forEach(key -> grouped.computeIfAbsent(
                            key, unseen -> new ArrayList<>())
                    .add(rule));
            if (pattern.apply(rule).texts().isEmpty()) {
                open.add(rule);
            }
        }
        grouped.forEach((key, group) -> byKey.put(key, bucket.apply(group)));
        opaque = bucket.apply(open);
        texts = new SortedTexts(rules.stream()
                .flatMap(rule -> pattern.apply(rule).texts().stream())
                .flatMap(List::stream)
                .toList());
    }

    /** Passes on, once, each container with a pattern that may have common texts with this one. */
    public void sharing(TextPattern pattern, Consumer<B> to) {
        Set<B> found = Collections.newSetFromMap(new IdentityHashMap<>());
        Consumer<String> find = key -> Stream.ofNullable(byKey.get(key)).forEach(found::add);
        pattern.texts().ifPresentOrElse(wanted -> wanted.forEach(text -> keys.matching(text, find)), () -> {
            found.add(opaque);
            texts.matching(pattern).forEach(text -> find.accept(PatternKeys.literal(text)));
        });
        found.forEach(to);
    }
}
