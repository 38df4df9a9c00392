package io.weir.writer.tier;

import static io.weir.contract.rule.storage.InfluxQl.literal;
import static io.weir.contract.rule.storage.InfluxQl.policy;
import static io.weir.contract.rule.storage.InfluxQl.quoted;
import static io.weir.contract.rule.storage.InfluxQl.regex;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * InfluxQL statements for tiers in InfluxDB 1.x. Pure logic.
 *
 * @param database the database of all tiers
 */
record InfluxQlText(String database) {
    private static final List<Map.Entry<String, Duration>> UNITS = List.of(
            Map.entry("w", Duration.ofDays(7)),
            Map.entry("d", Duration.ofDays(1)),
            Map.entry("h", Duration.ofHours(1)),
            Map.entry("m", Duration.ofMinutes(1)));

    /** The continuous query that computes a tier of a measurement. */
    static String query(StorageTier tier, String measurement) {
        return policy(tier.name()) + "/" + measurement;
    }

    /** Shard duration of a policy: InfluxDB's own default. */
    static Duration shards(Duration keep) {
        if (keep.compareTo(Duration.ofDays(2)) < 0) {
            return Duration.ofHours(1);
        }
        return keep.compareTo(Duration.ofDays(180)) <= 0 ? Duration.ofDays(1) : Duration.ofDays(7);
    }

    /**
     * Computes a tier of a measurement.
     *
     * @param fields at least one field, and whether each is a number
     * @param when condition on the time; empty for none
     * @return empty if all series of the measurement are exempt
     */
    Optional<String> select(
            StorageRules rules, StorageTier tier, String measurement, SortedMap<String, Boolean> fields, String when) {
        StringJoiner where = new StringJoiner(" AND ", " WHERE ", "").setEmptyValue("");
        for (Match exempt : rules.exempt()) {
            if (exempt.measurement().matches(measurement)) {
                List<String> escapes = escapes(exempt);
                if (escapes.isEmpty()) {
                    return Optional.empty();
                }
                where.add("(" + String.join(" OR ", escapes) + ")");
            }
        }
        if (!when.isEmpty()) {
            where.add(when);
        }
        StringJoiner results = new StringJoiner(", ");
        fields.forEach((field, isNumber) -> {
            for (AggregateFunction each : isNumber ? rules.numbersOf(measurement) : List.of(AggregateFunction.LAST)) {
                results.add(each.spelling() + "(" + quoted(field) + ") AS " + quoted(each.resultField(field)));
            }
        });
        return Optional.of("SELECT " + results + " INTO " + place(tier.name(), measurement) + " FROM "
                + place(StorageTier.RAW, measurement) + where + " GROUP BY time(" + time(tier.window())
                + "), * fill(none)");
    }

    /**
     * A continuous query. It computes each window at its end, and again at the end of the next one,
     * for late lines.
     */
    String create(StorageTier tier, String measurement, String select) {
        return "CREATE CONTINUOUS QUERY " + quoted(query(tier, measurement)) + " ON " + quoted(database)
                + " RESAMPLE FOR " + time(tier.window().multipliedBy(2)) + " BEGIN " + select + " END";
    }

    /** Normalises a statement, because the server shows quotes only where they are needed. */
    static String shown(String statement) {
        return statement.replaceAll("\"([A-Za-z_][A-Za-z0-9_]*)\"", "$1");
    }

    /** A measurement in the policy of a tier. */
    String place(String tier, String measurement) {
        return quoted(database) + "." + quoted(policy(tier)) + "." + quoted(measurement);
    }

    /** Uses the largest unit that divides the duration, like the server. */
    static String time(Duration duration) {
        return UNITS.stream()
                .filter(unit -> duration.toMillis() % unit.getValue().toMillis() == 0)
                .findFirst()
                .map(unit -> duration.toMillis() / unit.getValue().toMillis() + unit.getKey())
                .orElse(duration.toSeconds() + "s");
    }

    /**
     * Conditions under which a series of the measurement is not exempt; empty if all are exempt.
     * InfluxQL treats a missing tag as ''.
     */
    private static List<String> escapes(Match exempt) {
        return Stream.of(
                        exempt.tags().entrySet().stream().map(tag -> isNot(quoted(tag.getKey()), tag.getValue())),
                        exempt.without().stream().map(key -> quoted(key) + " != ''"),
                        exempt.not().entrySet().stream().map(tag -> is(quoted(tag.getKey()), tag.getValue())))
                .flatMap(Function.identity())
                .toList();
    }

    private static String isNot(String key, TextPattern pattern) {
        return pattern.texts()
                .map(texts -> texts.stream()
                        .map(text -> key + " != " + literal(text))
                        .collect(Collectors.joining(" AND ", "(", ")")))
                .orElseGet(() -> "(" + key + " !~ " + regex(pattern, "") + " OR " + key + " = '')");
    }

    private static String is(String key, TextPattern pattern) {
        return pattern.texts()
                .map(texts -> texts.stream()
                        .map(text -> key + " = " + literal(text))
                        .collect(Collectors.joining(" OR ", "(", ")")))
                .orElseGet(() -> "(" + key + " =~ " + regex(pattern, "") + " AND " + key + " != '')");
    }
}
