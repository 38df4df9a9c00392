package io.weir.writer.tier;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of ClickHouse, as the server lists it: raw metrics of a measurement, or a tier of them.
 *
 * @param engine the table's engine with its clauses
 * @param sortingKey the expressions of the sorting key
 * @param columns by name
 */
record ClickHouseTable(
        String name, String engine, String sortingKey, String comment, SortedMap<String, Column> columns) {
    /** The column of times. */
    static final String STAMP = "timestamp";
    /** Of tiers, the time at which a row was computed: of several rows of a window, the latest one counts. */
    static final String VERSION = "computed_at";

    private static final Pattern KEEP =
            Pattern.compile(".* TTL toDateTime\\(timestamp\\) \\+ toInterval(\\w+)\\((\\d{1,10})\\)(?: SETTINGS .*)?");
    private static final Pattern OTHER_TTL = Pattern.compile(".* (TTL [^`]*?)(?: SETTINGS .*)?");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "Second", ChronoUnit.SECONDS,
            "Minute", ChronoUnit.MINUTES,
            "Hour", ChronoUnit.HOURS,
            "Day", ChronoUnit.DAYS);
    private static final Set<String> NUMBERS =
            Set.of("Float64", "Float32", "Int64", "Int32", "Int16", "Int8", "UInt64", "UInt32", "UInt16", "UInt8");
    private static final Set<String> LASTS = Set.of("Bool", "String");

    /** Copies the columns. */
    ClickHouseTable {
        columns = new TreeMap<>(columns);
    }

    /** @param type the server's name of the type */
    record Column(String type, boolean isKey) {
        /** The type without wrappers. */
        String plain() {
            return within("Nullable", within("LowCardinality", type));
        }

        boolean isTag() {
            return isKey && within("LowCardinality", type).equals("String");
        }

        boolean isNumber() {
            return !isKey && NUMBERS.contains(plain());
        }

        /** A text or a flag. */
        boolean isLast() {
            return !isKey && LASTS.contains(plain());
        }

        private static String within(String wrapper, String type) {
            return type.startsWith(wrapper + "(") ? type.substring(wrapper.length() + 1, type.length() - 1) : type;
        }
    }

    /** Whether it has metrics, as the writer's tables: times, and tags in the sorting key. */
    boolean isMeasurement() {
        Column stamp = columns.get(STAMP);
        return engineName().endsWith("MergeTree")
                && stamp != null
                && stamp.isKey()
                && (hasTimes() || stamp.type().equals("Int64"))
                && columns.entrySet().stream()
                        .allMatch(each -> each.getKey().equals(STAMP)
                                || !each.getValue().isKey()
                                || each.getValue().isTag());
    }

    /** Whether it has results of a tier. */
    boolean isTier() {
        return isMeasurement() && isUnique() && columns.containsKey(VERSION);
    }

    /** Whether times are DateTime64, and not the integers of old servers, which have no TTL. */
    boolean hasTimes() {
        Column stamp = columns.get(STAMP);
        return stamp != null && stamp.type().startsWith("DateTime64(9");
    }

    /** Whether queries with FINAL find a repeated row once. */
    boolean isUnique() {
        return engineName().endsWith("ReplacingMergeTree");
    }

    /** The name of the engine. */
    String engineName() {
        return engine.split("[ (]", 2)[0];
    }

    /** The names of the tags. */
    List<String> tags() {
        return columns.entrySet().stream()
                .filter(each -> each.getValue().isTag())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The retention; zero if it is not limited, or by a clause of another form. */
    Duration keep() {
        Matcher matcher = KEEP.matcher(engine);
        ChronoUnit unit = matcher.matches() ? UNITS.get(matcher.group(1)) : null;
        return unit == null ? Duration.ZERO : Duration.of(Long.parseLong(matcher.group(2)), unit);
    }

    /** A limit of the retention that the writer does not know; empty without one. */
    String otherTtl() {
        Matcher matcher = OTHER_TTL.matcher(engine);
        return keep().isZero() && matcher.matches() ? matcher.group(1) : "";
    }

    /** Why tiers of the table would be wrong; empty if they would not. */
    String refusal() {
        if (!hasTimes()) {
            return "has times of the type Int64, of a server before 20.1";
        }
        if (tags().contains(VERSION)) {
            return "has a tag " + VERSION + ", which is a column of tiers";
        }
        return isUnique()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "has the engine %s, which keeps a repeated row twice, so tiers would count it twice",
                        engineName());
    }
}
