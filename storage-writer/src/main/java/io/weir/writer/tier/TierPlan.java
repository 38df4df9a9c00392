package io.weir.writer.tier;

import io.weir.writer.tier.Part.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The changes that make a server match the rules. May be interrupted anywhere: the rest is the next
 * plan.
 *
 * @param differences creations and changes first, storage before computation; then deletions, in
 *     reverse order
 */
public record TierPlan(List<Difference> differences) {

    /** Copies the list. */
    public TierPlan {
        differences = List.copyOf(differences);
    }

    /** Compares existing with required parts, by kind and name. */
    static TierPlan of(List<Part> is, List<Part> shall) {
        Map<String, Part> there = byTitle(is);
        Map<String, Part> wanted = byTitle(shall);
        List<Difference> differences = new ArrayList<>();
        shall.stream()
                .sorted(Comparator.comparing(Part::kind))
                .filter(part -> !part.equals(there.get(part.title())))
                .forEach(part -> differences.add(new Difference(there.get(part.title()), part)));
        is.stream()
                .sorted(Comparator.comparing(Part::kind, Comparator.reverseOrder()))
                .filter(part -> !wanted.containsKey(part.title()) && part.kind() != Kind.DATABASE)
                .forEach(part -> differences.add(new Difference(part, null)));
        return new TierPlan(differences);
    }

    private static Map<String, Part> byTitle(List<Part> parts) {
        return parts.stream().collect(Collectors.toMap(Part::title, Function.identity()));
    }
}
