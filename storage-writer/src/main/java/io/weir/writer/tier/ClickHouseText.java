package io.weir.writer.tier;

import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;
import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;
import static io.weir.contract.rule.storage.ClickHouseQuoting.tierDatabase;
import static io.weir.writer.tier.ClickHouseTable.STAMP;
import static io.weir.writer.tier.ClickHouseTable.VERSION;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.tier.ClickHouseTable.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Statements for tiers in ClickHouse. Pure logic.
 *
 * @param database the database of raw
 */
record ClickHouseText(String database) {
    /** A longer retention is unlimited, because the server's times of deletion end in the year 2106. */
    private static final Duration LONGEST_KEEP = Duration.ofDays(40 * 365);

    /** Below the time after which the writer gives up waiting. */
    private static final int MOST_SECONDS = 280;

    /** A user's profile may let statements end early without an error. */
    private static final String COMPLETE = ", timeout_overflow_mode = 'throw', timeout_overflow_mode_leaf = 'throw',"
            + " read_overflow_mode = 'throw', read_overflow_mode_leaf = 'throw', group_by_overflow_mode = 'throw'";

    /**
     * A column of a tier.
     *
     * @param field the raw field
     * @param raw the server's name of the type of its values
     */
    record Result(String field, String raw, AggregateFunction function) {
        /** The server's name of the column's type. */
        String type() {
            return "Nullable("
                    + switch (function.kind()) {
                        case COUNT -> "Int64";
                        case MIN, MAX, FIRST, LAST -> raw;
                        default -> "Float64";
                    }
                    + ")";
        }

        String column() {
            return function.resultField(field);
        }
    }

    /** A place of several tables. */
    String place(StorageTier tier) {
        return tier.isRaw() ? database : tierDatabase(database, tier.name());
    }

    /** A table in a statement. */
    String table(StorageTier tier, String measurement) {
        return quoted(place(tier)) + "." + quoted(measurement);
    }

    /** The retention in the server: zero if unlimited. */
    static Duration keep(StorageTier tier) {
        return tier.keep().compareTo(LONGEST_KEEP) > 0 ? Duration.ZERO : tier.keep();
    }

    /** A clause of a table; empty for zero. */
    static String ttl(Duration keep) {
        if (keep.isZero()) {
            return "";
        }
        boolean isDays = keep.toMillis() % Duration.ofDays(1).toMillis() == 0;
        return "TTL toDateTime(" + STAMP + ") + INTERVAL "
                + (isDays ? keep.toDays() + " DAY" : keep.toSeconds() + " SECOND");
    }

    /**
     * The results for a measurement. A field whose result has the name of a tag has none.
     *
     * @return empty if all series are exempt, or there is nothing to compute
     */
    static List<Result> results(StorageRules rules, ClickHouseTable raw) {
        List<Result> results = new ArrayList<>();
        if (isExempt(rules, raw.name())) {
            return results;
        }
        raw.columns().forEach((field, column) -> {
            List<AggregateFunction> functions = column.isNumber()
                    ? rules.numbersOf(raw.name())
                    : column.isLast() ? List.of(AggregateFunction.LAST) : List.of();
            for (AggregateFunction each : functions) {
                Result result = new Result(field, column.plain(), each);
                if (!raw.tags().contains(result.column())) {
                    results.add(result);
                }
            }
        });
        return results;
    }

    /** Whether all series of a measurement are exempt. */
    static boolean isExempt(StorageRules rules, String measurement) {
        return rules.exempt().stream()
                .anyMatch(each -> each.measurement().matches(measurement)
                        && each.tags().isEmpty()
                        && each.without().isEmpty()
                        && each.not().isEmpty());
    }

    /** The comment of a table that is computed completely, which changes with the rules and with raw. */
    static String definition(StorageRules rules, StorageTier tier, ClickHouseTable raw, List<Result> results) {
        Map<String, List<Result>> byField =
                results.stream().collect(Collectors.groupingBy(Result::field, TreeMap::new, Collectors.toList()));
        List<String> fields = new ArrayList<>();
        byField.forEach((field, all) -> fields.add(field + " " + all.get(0).raw() + " "
                + all.stream().map(each -> each.function().spelling()).collect(Collectors.joining("+"))));
        List<String> exempt = exempt(rules, raw);
        return "every " + Durations.format(tier.window()) + ": " + String.join(", ", fields)
                + (raw.tags().isEmpty() ? "" : " by " + String.join(", ", raw.tags()))
                + (exempt.isEmpty() ? "" : " except " + String.join(" or ", exempt));
    }

    /** Creates the table of a tier, without a comment. */
    String creation(StorageTier tier, ClickHouseTable raw, List<Result> results) {
        List<String> columns = new ArrayList<>();
        columns.add(STAMP + " DateTime64(9, 'UTC') CODEC(Delta, ZSTD)");
        raw.tags().forEach(tag -> columns.add(tag(tag)));
        results.forEach(each -> columns.add(column(each)));
        columns.add(VERSION + " DateTime64(9, 'UTC') CODEC(Delta, ZSTD)");
        String key = Stream.concat(raw.tags().stream().map(tag -> quoted(tag)), Stream.of(STAMP))
                .collect(Collectors.joining(", "));
        return "CREATE TABLE IF NOT EXISTS " + table(tier, raw.name()) + " (" + String.join(", ", columns)
                + ") ENGINE = ReplacingMergeTree(" + VERSION + ") PARTITION BY toYYYYMM(" + STAMP + ") ORDER BY (" + key
                + ") " + ttl(keep(tier));
    }

    /** Adds the columns that a tier lacks, and changes those of another type; empty if there are none. */
    Optional<String> widening(StorageTier tier, ClickHouseTable raw, ClickHouseTable existing, List<Result> results) {
        List<String> changes = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (String tag : raw.tags()) {
            if (!existing.columns().containsKey(tag)) {
                changes.add("ADD COLUMN IF NOT EXISTS " + tag(tag));
                keys.add(quoted(tag));
            }
        }
        for (Result each : results) {
            Column column = existing.columns().get(each.column());
            if (column == null) {
                changes.add("ADD COLUMN IF NOT EXISTS " + column(each));
            } else if (!column.type().equals(each.type())) {
                changes.add("MODIFY COLUMN " + column(each));
            }
        }
        if (!keys.isEmpty()) {
            changes.add("MODIFY ORDER BY (" + existing.sortingKey() + ", " + String.join(", ", keys) + ")");
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of("ALTER TABLE " + table(tier, raw.name()) + " " + String.join(", ", changes));
    }

    /** The first millisecond that raw has; NULL without any. */
    String firstRow(String measurement) {
        return "SELECT toInt64(intDiv(toUnixTimestamp64Nano(t), 1000000)) FROM (" + earliest(measurement) + ")";
    }

    /** The time of the first row of raw as t; NULL without any. The server knows it without reading rows. */
    private String earliest(String measurement) {
        return "SELECT if(count() = 0, NULL, min(" + STAMP + ")) AS t FROM " + quoted(database) + "."
                + quoted(measurement);
    }

    /**
     * Computes whole windows of a tier. A window without values in raw gets a row of NULL, so that nothing deleted
     * remains. Windows before the first row of raw get none: raw may have lost rows that a tier has to keep. Leaves out
     * windows that are no longer complete in raw by the server's clock: it deletes raw rows meanwhile.
     *
     * @param existing the table of the tier, which may lack columns
     */
    String computation(
            StorageRules rules, StorageTier tier, ClickHouseTable raw, ClickHouseTable existing, TimeRange windows) {
        List<Result> results = results(rules, raw).stream()
                .filter(each -> existing.columns().containsKey(each.column()))
                .toList();
        List<String> fields = results.stream().map(Result::field).distinct().toList();
        List<String> tags = existing.tags();
        String alias = alias(raw, existing);
        String begin = alias + "w";
        String stamp = alias + "s";
        String version = alias + "v";
        long length = tier.window().toMillis() * 1_000_000;
        String nanos = "toUnixTimestamp64Nano(" + STAMP + ")";
        String when = " FINAL WHERE " + STAMP + " >= " + first(rules, tier, windows.fromMillis()) + " AND " + STAMP
                + " < fromUnixTimestamp64Nano(toInt64(" + windows.toMillis() * 1_000_000 + "))";
        List<String> ofRaw = new ArrayList<>(List.of(
                "intDiv(" + nanos + ", " + length + ") * " + length + " AS " + begin,
                nanos + " AS " + stamp,
                "toInt64(0) AS " + version));
        List<String> ofTier = new ArrayList<>(List.of(nanos, nanos, "toUnixTimestamp64Nano(" + VERSION + ")"));
        List<String> grouped = new ArrayList<>(List.of(begin));
        for (int i = 0; i < tags.size(); i++) {
            String tag = tags.get(i);
            ofRaw.add((raw.columns().containsKey(tag) ? quoted(tag) : "''") + " AS " + alias + "t" + i);
            ofTier.add(quoted(tag));
            grouped.add(alias + "t" + i);
        }
        for (int i = 0; i < fields.size(); i++) {
            ofRaw.add("toNullable(" + quoted(fields.get(i)) + ") AS " + alias + "f" + i);
            ofTier.add("NULL");
        }
        List<String> columns = new ArrayList<>(List.of(STAMP));
        tags.forEach(tag -> columns.add(quoted(tag)));
        results.forEach(each -> columns.add(quoted(each.column())));
        columns.add(VERSION);
        List<String> values = new ArrayList<>(List.of("fromUnixTimestamp64Nano(" + begin + ")"));
        values.addAll(grouped.subList(1, grouped.size()));
        results.forEach(
                each -> values.add(expression(each.function(), alias + "f" + fields.indexOf(each.field()), stamp)));
        values.add("fromUnixTimestamp64Nano(greatest(toUnixTimestamp64Nano(now64(9)), max(" + version + ") + 1))");
        List<String> exempt = exempt(rules, raw);
        return "INSERT INTO " + table(tier, raw.name()) + " (" + String.join(", ", columns) + ") SELECT "
                + String.join(", ", values) + " FROM (SELECT " + String.join(", ", ofRaw) + " FROM "
                + quoted(database) + "." + quoted(raw.name()) + when
                + (exempt.isEmpty() ? "" : " AND NOT (" + String.join(" OR ", exempt) + ")") + " UNION ALL SELECT "
                + String.join(", ", ofTier) + " FROM " + table(tier, raw.name()) + when + " AND " + nanos
                + " > toUnixTimestamp64Nano((" + earliest(raw.name()) + ")) - " + length + ") GROUP BY "
                + String.join(", ", grouped) + " SETTINGS max_execution_time = " + MOST_SECONDS + COMPLETE;
    }

    /** The start of the first window that raw has completely. */
    private static String first(StorageRules rules, StorageTier tier, long fromMillis) {
        long window = tier.window().toMillis();
        long more = window - 1 - rules.rawKeep().toMillis();
        return "fromUnixTimestamp64Nano(1000000 * greatest(toInt64(" + fromMillis
                + "), intDiv(toUnixTimestamp64Milli(now64(3)) + (" + more + "), " + window + ") * " + window + "))";
    }

    private static String tag(String name) {
        return quoted(name) + " LowCardinality(String)";
    }

    private static String column(Result result) {
        return quoted(result.column()) + " " + result.type() + " CODEC(ZSTD)";
    }

    /** NULL without values. */
    private static String expression(AggregateFunction function, String field, String stamp) {
        String number = "toFloat64(" + field + ")";
        String ofValues = "(" + field + ", " + stamp + ", " + field + " IS NOT NULL)";
        String value =
                switch (function.kind()) {
                    case MEAN -> "avg(" + number + ")";
                    case MIN -> "min(" + field + ")";
                    case MAX -> "max(" + field + ")";
                    case COUNT -> "toInt64(count(" + field + "))";
                    case SUM -> "sumKahan(" + number + ")";
                    case SPREAD -> "max(" + number + ") - min(" + number + ")";
                    case STDDEV -> "if(count(" + field + ") > 1, stddevSampStable(" + number + "), NULL)";
                    case FIRST -> "argMinIf" + ofValues;
                    case LAST -> "argMaxIf" + ofValues;
                    default -> throw new IllegalStateException("no function of tiers: " + function);
                };
        return "if(count(" + field + ") = 0, NULL, " + value + ")";
    }

    /** A prefix of aliases that no column has, because conditions would compare the alias. */
    private static String alias(ClickHouseTable raw, ClickHouseTable tier) {
        String alias = "c";
        for (String column : Stream.concat(raw.columns().keySet().stream(), tier.columns().keySet().stream())
                .sorted()
                .toList()) {
            while (column.startsWith(alias)) {
                alias += "_";
            }
        }
        return alias;
    }

    /** Conditions of the series of a measurement that are exempt; the server has a missing tag as ''. */
    private static List<String> exempt(StorageRules rules, ClickHouseTable raw) {
        return rules.exempt().stream()
                .filter(each -> each.measurement().matches(raw.name()))
                .filter(each -> raw.tags().containsAll(each.tags().keySet()))
                .map(each -> condition(each, raw))
                .toList();
    }

    private static String condition(Match exempt, ClickHouseTable raw) {
        return Stream.of(
                        exempt.tags().entrySet().stream().map(tag -> is(tag.getKey(), tag.getValue())),
                        exempt.without().stream().filter(raw.tags()::contains).map(tag -> quoted(tag) + " = ''"),
                        exempt.not().entrySet().stream()
                                .filter(tag -> raw.tags().contains(tag.getKey()))
                                .map(tag -> "NOT " + is(tag.getKey(), tag.getValue())),
                        // All tags of the conditions are missing in the table.
                        Stream.of("1"))
                .flatMap(each -> each)
                .collect(Collectors.joining(" AND ", "(", ")"));
    }

    private static String is(String tag, TextPattern pattern) {
        String name = quoted(tag);
        return pattern.texts()
                .map(texts -> name + " IN ("
                        + texts.stream().map(text -> literal(text)).collect(Collectors.joining(", ")) + ")")
                .orElseGet(() -> "(" + name + " != '' AND match(" + name + ", "
                        + literal("(?s)^(?:" + pattern.regex() + ")$") + "))");
    }
}
