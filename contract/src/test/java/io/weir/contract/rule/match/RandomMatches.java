package io.weir.contract.rule.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes matches and series from few names, so that many of them overlap. */
public final class RandomMatches {
    private static final List<String> MEASUREMENTS = List.of("cpu", "mem", "net", "disk");
    private static final List<String> KEYS = List.of("host", "detector", "rack");
    private static final List<String> VALUES = List.of("a1", "a2", "b1", "b2");
    private static final List<String> PATTERNS = List.of(
            "*",
            "a*",
            "?1",
            "*2",
            "?",
            "c*",
            "*e*",
            "n?t",
            "mem*",
            "*m?m*",
            "/[ab]2/",
            "/.*/",
            "/a[12]?/",
            "/cpu|mem/",
            "/ne+t/",
            "/^disk?/");

    private RandomMatches() {}

    public static Match next(Random random) {
        TreeMap<String, TextPattern> tags = new TreeMap<>();
        TreeMap<String, TextPattern> not = new TreeMap<>();
        List<String> without = new ArrayList<>();
        for (String key : KEYS) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> tags.put(key, pattern(VALUES, random));
                case 3 -> not.put(key, pattern(VALUES, random));
                case 4 -> without.add(key);
                default -> {
                    // No condition.
                }
            }
        }
        TextPattern measurement = random.nextInt(3) == 0 ? Glob.ANY : pattern(MEASUREMENTS, random);
        return new Match(measurement, tags, without, not);
    }

    static String measurement(Random random) {
        return pick(MEASUREMENTS, random);
    }

    static Map<String, String> tags(Random random) {
        Map<String, String> tags = new TreeMap<>();
        KEYS.stream().filter(key -> random.nextInt(3) > 0).forEach(key -> tags.put(key, pick(VALUES, random)));
        return tags;
    }

    private static TextPattern pattern(List<String> texts, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> TextPattern.of(pick(PATTERNS, random));
            case 1 ->
                OneOf.of(Stream.of(
                                pick(texts, random),
                                pick(texts, random),
                                pick(random.nextBoolean() ? texts : PATTERNS, random))
                        .distinct()
                        .map(TextPattern::of)
                        .toList());
            default -> new Glob(pick(texts, random));
        };
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
