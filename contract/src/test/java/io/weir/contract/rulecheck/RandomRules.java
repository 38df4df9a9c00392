package io.weir.contract.rulecheck;

import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes valid rule files from few names and patterns, so that rules often overlap. */
final class RandomRules {
    private static final List<String> MEASUREMENTS =
            List.of("cpu", "cpu_1s", "cpu_5s", "mem", "mem_1s", "net", "net_x");
    private static final List<String> MEASUREMENT_PATTERNS = List.of(
            "*",
            "cpu*",
            "*_1s",
            "*p*",
            "?et",
            "m?m",
            "**",
            "/cpu.*/",
            "/(net|mem)/",
            "/net(_x)?/",
            "/n/",
            "c*_?s",
            "/mem|cpu/");
    private static final List<String> TAGS = List.of("host", "rack", "site");
    private static final List<String> VALUES = List.of("a1", "a2", "b1", "b22");
    private static final List<String> VALUE_PATTERNS =
            List.of("*", "a*", "?1", "*2", "/[ab]2+/", "/.*/", "/a.?/", "b*2");
    private static final List<String> FIELDS = List.of("f", "g", "f_mean", "g_max", "f_score", "sources");
    private static final List<String> FIELD_PATTERNS = List.of("*", "f*", "*_max", "/[fg]/");

    private final Random random;
    private int names;

    RandomRules(Random random) {
        this.random = random;
    }

    /** A file with one rule per line and about this number of rules; omits invalid ones. */
    LocatedRules next(int rules) {
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        for (String kind : List.of(
                "enrich", "convert", "derive", "aggregate", "correlate", "peers", "route", "suppress", "alarms")) {
            int most = 1 + random.nextInt(Math.max(1, rules / 4));
            kinds.put(
                    kind,
                    IntStream.range(0, random.nextInt(most + 1))
                            .mapToObj(i -> rule(kind))
                            .collect(Collectors.toCollection(ArrayList::new)));
        }
        while (true) {
            List<String> lines = new ArrayList<>(List.of("version: 1"));
            kinds.forEach((kind, all) -> {
                lines.add(kind + ":" + (all.isEmpty() ? " []" : ""));
                all.forEach(rule -> lines.add("  - " + rule));
            });
            Set<Integer> mistaken = new HashSet<>();
            Optional<LocatedRules> located = load(String.join("\n", lines) + "\n", mistaken);
            if (located.isPresent()) {
                return located.get();
            }
            kinds.values().forEach(all -> all.removeIf(rule -> mistaken.contains(lines.indexOf("  - " + rule) + 1)));
        }
    }

    private static Optional<LocatedRules> load(String text, Set<Integer> mistaken) {
        try {
            return Optional.of(RuleLoader.locate(YamlSource.text("rules.yaml", text)));
        } catch (MistakesException e) {
            e.mistakes().stream().map(Mistake::line).forEach(mistaken::add);
            return Optional.empty();
        }
    }

    private String rule(String kind) {
        String named = "name: r" + names++ + ", match: " + match();
        return switch (kind) {
            case "enrich" -> "{" + named + ", " + change() + "}";
            case "convert" -> "{" + named + ", field: " + field() + ", scale: 2}";
            case "derive" -> "{" + named + ", field: " + field() + ", function: rate}";
            case "aggregate" ->
                "{" + named + ", fields: " + field() + ", functions: [" + oneOf("mean", "max", "mean, max")
                        + "], window: 1s"
                        + oneOf("", "", by() + ", of: mean", ", as: cpu_1s", ", as: '<measurement>_5s'") + "}";
            case "correlate" ->
                "{name: r" + names++ + ", window: 1s" + by() + ", fields: {f: a + b}" + oneOf("", ", as: cpu_5s")
                        + ", let: {a: {measurement: " + measurement()
                        + ", field: f, function: max, hold: 1s}, b: {measurement: "
                        + measurement() + ", field: g, function: max, hold: 1s}}}";
            case "peers" -> "{" + named + by() + ", field: f, window: 1s" + oneOf("", ", as: mem_1s") + "}";
            case "route" -> "{match: " + match() + ", to: [" + oneOf("", "", "storage", "live") + "]}";
            case "suppress" ->
                "{" + named + oneOf("", ", field: " + field()) + ", mode: change" + oneOf("", ", heartbeat: 1m")
                        + oneOf("", ", on: [live]", ", on: [storage, live]") + "}";
            default -> "{" + named + alarm() + "}";
        };
    }

    private String alarm() {
        String message = oneOf("", ", message: '{host} {rack}'", ", message: '{site}'");
        return switch (random.nextInt(4)) {
            case 0 -> ", absent: 30s" + by() + message;
            case 1 -> ", field: f, function: rate, major: {above: 1}" + message;
            case 2 -> ", field: f, peers: {mad: 6" + by() + "}" + message;
            default -> ", field: " + pick(FIELDS) + ", major: {above: 1}, path: " + keys() + message;
        };
    }

    private String change() {
        String one = pick(TAGS);
        String other = pick(TAGS);
        return switch (random.nextInt(5)) {
            case 0 -> "drop: [" + one + "]";
            case 1 -> "set: {" + one + ": " + pick(VALUES) + "}";
            case 2 -> "rename: {" + one + ": " + other + "}";
            case 3 -> "state: {" + one + ": run}";
            default -> "set: {" + one + ": " + pick(VALUES) + "}, drop: [" + other + "]";
        };
    }

    private String match() {
        if (random.nextInt(6) == 0) {
            return "{measurement: '*'}";
        }
        StringBuilder match = new StringBuilder("{measurement: " + measurement());
        List<String> tags = new ArrayList<>();
        List<String> not = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (String key : TAGS) {
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> tags.add(key + ": " + patterns(VALUES, VALUE_PATTERNS));
                case 3 -> not.add(key + ": " + patterns(VALUES, VALUE_PATTERNS));
                case 4 -> without.add(key);
                default -> {
                    // No condition.
                }
            }
        }
        match.append(tags.isEmpty() ? "" : ", tags: {" + String.join(", ", tags) + "}");
        match.append(not.isEmpty() ? "" : ", not: {" + String.join(", ", not) + "}");
        return match.append(without.isEmpty() ? "" : ", without: " + without)
                .append("}")
                .toString();
    }

    private String measurement() {
        return patterns(MEASUREMENTS, MEASUREMENT_PATTERNS);
    }

    private String field() {
        return patterns(FIELDS, FIELD_PATTERNS);
    }

    private String patterns(List<String> texts, List<String> patterns) {
        return switch (random.nextInt(5)) {
            case 0, 1, 2 -> quoted(pick(texts));
            case 3 -> quoted(pick(patterns));
            default ->
                new TreeSet<>(Set.copyOf(new HashSet<>(List.of(
                                pick(texts), pick(texts), random.nextBoolean() ? pick(texts) : pick(patterns)))))
                        .stream().map(RandomRules::quoted).toList().toString();
        };
    }

    private String by() {
        return ", by: " + keys();
    }

    private String keys() {
        return TAGS.stream().filter(key -> random.nextInt(3) == 0).toList().toString();
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    private String oneOf(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
