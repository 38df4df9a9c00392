package io.weir.writer.tier;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Flux statements for tiers in InfluxDB 2.x. Pure logic.
 *
 * @param bucket the bucket of raw
 */
record FluxText(String bucket) {
    private static final String PREFIX = "weir/";

    /** Prefix of the names of buckets and tasks that Weir owns for this bucket. */
    String prefix() {
        return PREFIX + bucket + "/";
    }

    /** The bucket of a tier; the task that computes it has the same name. */
    String name(StorageTier tier) {
        return tier.isRaw() ? bucket : prefix() + tier.name();
    }

    /**
     * A task. It computes each window at its end, and again at the end of the next one, for late
     * lines.
     */
    String task(StorageRules rules, StorageTier tier) {
        String every = InfluxQlText.time(tier.window());
        return """
                import "date"
                import "types"

                option task = {name: %s, every: %s}

                stop = date.truncate(t: now(), unit: %s)
                start = date.sub(d: %s, from: stop)
                """.formatted(
                                quoted(name(tier)),
                                every,
                                every,
                                InfluxQlText.time(tier.window().multipliedBy(2)))
                + windows(rules, tier, Optional.empty());
    }

    /**
     * Computes windows once.
     *
     * @param measurement a single measurement; empty for all
     */
    String query(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange range) {
        return """
                import "types"

                start = time(v: %d000000)
                stop = time(v: %d000000)
                """.formatted(range.fromMillis(), range.toMillis()) + windows(rules, tier, measurement);
    }

    private String windows(StorageRules rules, StorageTier tier, Optional<String> measurement) {
        StringJoiner all = new StringJoiner("\n    ", "", "\n");
        all.add("metrics = from(bucket: " + quoted(bucket) + ")");
        all.add("|> range(start: start, stop: stop)");
        measurement.ifPresent(name -> all.add("|> filter(fn: (r) => r._measurement == " + quoted(name) + ")"));
        rules.exempt().stream()
                .filter(exempt -> measurement.isEmpty() || exempt.measurement().matches(measurement.get()))
                .forEach(exempt -> all.add("|> filter(fn: (r) => not (" + exempt(exempt) + "))"));
        String kept = """
                kept = (tables=<-, fn, name) =>
                    tables
                        |> aggregateWindow(every: %s, fn: fn, createEmpty: false, timeSrc: "_start")
                        |> filter(fn: (r) => r._value == r._value)
                        |> map(fn: (r) => ({r with _field: r._field + "_" + name}))
                        |> to(bucket: %s)
                        |> filter(fn: (r) => false)
                """.formatted(InfluxQlText.time(tier.window()), quoted(name(tier)));
        StringBuilder text = new StringBuilder(all + kept);
        text.append("numbers = metrics |> filter(fn: (r) => types.isNumeric(v: r._value))\n");
        List<Group> groups = measurement
                .map(name -> List.of(new Group("", rules.numbersOf(name))))
                .orElseGet(() -> groups(rules));
        int number = 0;
        for (Group group : groups) {
            for (AggregateFunction each : group.functions) {
                text.append("numbers")
                        .append(group.filter)
                        .append(yielded(each))
                        .append(number++)
                        .append("\")\n");
            }
        }
        text.append("metrics |> filter(fn: (r) => not types.isNumeric(v: r._value))")
                .append(yielded(AggregateFunction.LAST))
                .append(number)
                .append("\")\n");
        return text.toString();
    }

    private static String yielded(AggregateFunction each) {
        return " |> kept(fn: " + each.spelling() + ", name: \"" + each.spelling() + "\") |> yield(name: \"";
    }

    /** Measurements with the same functions. */
    private record Group(String filter, List<AggregateFunction> functions) {}

    /** The first entry for a measurement wins, so each entry excludes the earlier ones. */
    private static List<Group> groups(StorageRules rules) {
        List<Group> groups = new ArrayList<>();
        List<String> earlier = new ArrayList<>();
        for (TierFunctions each : rules.functions()) {
            String is = is("r._measurement", each.measurement());
            groups.add(new Group(filter(is, earlier), each.numbers()));
            earlier.add(is);
        }
        groups.add(new Group(filter("", earlier), TierFunctions.DEFAULT));
        return groups;
    }

    private static String filter(String is, List<String> isNot) {
        List<String> all = new ArrayList<>(is.isEmpty() ? List.of() : List.of(is));
        isNot.forEach(each -> all.add("not " + each));
        return all.isEmpty() ? "" : " |> filter(fn: (r) => " + String.join(" and ", all) + ")";
    }

    private static String exempt(Match exempt) {
        return Stream.of(
                        Stream.of(is("r._measurement", exempt.measurement())),
                        exempt.tags().entrySet().stream()
                                .map(tag -> "exists " + tag(tag.getKey()) + " and "
                                        + is(tag(tag.getKey()), tag.getValue())),
                        exempt.without().stream().map(key -> "not exists " + tag(key)),
                        exempt.not().entrySet().stream()
                                .map(tag -> "not (exists " + tag(tag.getKey()) + " and "
                                        + is(tag(tag.getKey()), tag.getValue()) + ")"))
                .flatMap(each -> each)
                .collect(Collectors.joining(" and "));
    }

    private static String is(String column, TextPattern pattern) {
        return pattern.texts()
                .map(texts -> texts.stream()
                        .map(text -> column + " == " + quoted(text))
                        .collect(Collectors.joining(" or ", "(", ")")))
                .orElseGet(() -> "(" + column + " =~ /^" + pattern.regex().replace("/", "\\/") + "$/)");
    }

    private static String tag(String key) {
        return "r[" + quoted(key) + "]";
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("${", "\\${")
                        .replace("\n", "\\n")
                + '"';
    }
}
