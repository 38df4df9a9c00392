package io.weir.dashboard.history;

import static io.weir.contract.rule.storage.InfluxQl.quoted;
import static io.weir.contract.rule.storage.InfluxQl.regex;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.storage.InfluxQl;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierChoice;
import io.weir.dashboard.history.History.HistorySeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries an InfluxDB in InfluxQL, which 1.x and 2.x support: the tier that covers the range with
 * enough points.
 */
final class InfluxQlHistory implements HistoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(InfluxQlHistory.class);

    /**
     * Latest rows of each series that are read for its last values and the intervals between them.
     */
    private static final int LATEST_ROWS = 9;

    private static final String MEAN = "_mean";
    private static final String MEAN_OF = "mean_";
    private static final Set<String> TYPES_OF_OTHERS = Set.of("string", "boolean");

    private final StoreHttp store;
    private final StoreAddress address;
    private final Supplier<List<StorageTier>> tiers;

    InfluxQlHistory(StoreHttp store, StoreAddress address, Supplier<List<StorageTier>> tiers) {
        this.store = store;
        this.address = address;
        this.tiers = tiers;
    }

    @Override
    public History read(Range range) throws IOException, InterruptedException {
        History history = numbers(range);
        List<HistorySeries> series = new ArrayList<>(history.series());
        List<HistorySeries> texts = new ArrayList<>();
        boolean isCapped = history.capped();
        try {
            isCapped |= addOthers(range, series, texts);
        } catch (IOException e) {
            LOG.debug("the history lacks texts and flags", e);
            isCapped = true;
        }
        return new History(series, texts, history.last(), history.tier(), history.stepMillis(), isCapped);
    }

    private History numbers(Range range) throws IOException, InterruptedException {
        List<LastValue> last = range.withLast() ? last(range) : List.of();
        List<StorageTier> all = tiers.get();
        Optional<StorageTier> computed = all.isEmpty()
                ? Optional.empty()
                : Optional.of(TierChoice.of(
                                all, range.fromMillis(), range.toMillis(), range.nowMillis(), range.points()))
                        .filter(tier -> !tier.isRaw());
        if (computed.isPresent()) {
            History history = read(range, computed, last);
            // The tiers are not applied to the store, or were applied only recently.
            return history.series().isEmpty() ? read(range, Optional.empty(), last) : history;
        }
        return read(range, computed, last);
    }

    /** @param tier empty for raw */
    private History read(Range range, Optional<StorageTier> tier, List<LastValue> last)
            throws IOException, InterruptedException {
        long stepMillis = Math.max(
                range.stepMillis(), tier.map(each -> each.window().toMillis()).orElse(0L));
        List<HistorySeries> series = new ArrayList<>();
        int count = 0;
        for (JsonNode each : series(statement(range, tier, stepMillis), tier.isEmpty())) {
            if (++count <= range.most()) {
                addSeries(each, tier.isEmpty(), range, series);
            }
        }
        return new History(
                series,
                List.of(),
                last,
                tier.map(StorageTier::name).orElse(StorageTier.RAW),
                stepMillis,
                count > range.most());
    }

    private List<LastValue> last(Range range) throws IOException, InterruptedException {
        List<LastValue> last = new ArrayList<>();
        for (JsonNode each : series(lastStatement(range), true)) {
            addLastValues(each, range, last);
        }
        return last;
    }

    /**
     * Adds the fields that are not numbers. They exist only in raw, whose scan is expensive, so it is
     * limited to these fields and their measurements.
     *
     * @return whether some are missing
     */
    private boolean addOthers(Range range, List<HistorySeries> flags, List<HistorySeries> texts)
            throws IOException, InterruptedException {
        SortedSet<String> measurements = new TreeSet<>();
        SortedSet<String> fields = new TreeSet<>();
        for (JsonNode each : series("SHOW FIELD KEYS FROM " + source(range, Optional.empty()), true)) {
            for (JsonNode row : each.path("values")) {
                String field = row.path(0).asText();
                if (TYPES_OF_OTHERS.contains(row.path(1).asText())
                        && range.selector().field().matches(field)) {
                    measurements.add(each.path("name").asText());
                    fields.add(field);
                }
            }
        }
        if (fields.isEmpty()) {
            return false;
        }
        int count = 0;
        for (JsonNode each : series(lastInWindows(range, measurements, fields), true)) {
            if (++count <= range.most()) {
                addOthers(each, range, flags, texts);
            }
        }
        return count > range.most() || measurements.size() > range.most() || fields.size() > range.most();
    }

    /**
     * @param isSure whether an error of the statement is an error of the store: a tier may not
     *     exist yet
     */
    private JsonNode series(String statement, boolean isSure) throws IOException, InterruptedException {
        JsonNode answer = store.get("/query", Map.of("db", address.place(), "epoch", "ms", "q", statement));
        JsonNode result = answer.path("results").path(0);
        if (result.has("error") && isSure) {
            throw new IOException(
                    "the store refuses the query: " + result.path("error").asText());
        }
        return result.path("series");
    }

    private String place(Optional<StorageTier> tier) {
        String place = address.place();
        if (tier.isEmpty()) {
            return quoted(place) + "..";
        }
        String name = tier.get().name();
        return address.kind() == StoreAddress.Kind.INFLUXDB1
                ? quoted(place) + "." + quoted(InfluxQl.policy(name)) + "."
                // Buckets of tiers are weir/BUCKET/TIER; InfluxQL takes the part before the first
                // slash as the database.
                : quoted("weir") + "." + quoted(place + "/" + name) + ".";
    }

    private String statement(Range range, Optional<StorageTier> tier, long stepMillis) {
        return "SELECT mean(" + regex(range.selector().field(), tier.isEmpty() ? "" : MEAN) + ")"
                + from(source(range, tier), range, range.fromMillis())
                + " GROUP BY time(" + stepMillis + "ms), * fill(none) SLIMIT " + (range.most() + 1);
    }

    /** Reads raw: tiers have means, which texts and flags do not have. */
    private String lastInWindows(Range range, Set<String> measurements, Set<String> fields) {
        String place = place(Optional.empty());
        String lasts = fields.stream()
                .limit(range.most())
                .map(field -> "last(" + quoted(field) + ") AS " + quoted(field))
                .collect(joining(", "));
        String sources = measurements.stream()
                .limit(range.most())
                .map(measurement -> place + quoted(measurement))
                .collect(joining(", "));
        return "SELECT " + lasts + from(sources, range, range.fromMillis()) + " GROUP BY time(" + range.stepMillis()
                + "ms), * fill(none) SLIMIT " + (range.most() + 1);
    }

    /**
     * Reads raw, from as early as last values are searched for; the latest row of each series comes
     * first.
     */
    private String lastStatement(Range range) {
        long from = Math.min(range.fromMillis(), range.toMillis() - LAST_WITHIN.toMillis());
        return "SELECT " + regex(range.selector().field(), "")
                + from(source(range, Optional.empty()), range, from)
                + " GROUP BY * ORDER BY time DESC LIMIT " + LATEST_ROWS + " SLIMIT " + (range.most() + 1);
    }

    private String source(Range range, Optional<StorageTier> tier) {
        return place(tier) + measurement(range.selector().series().measurement());
    }

    private static String from(String sources, Range range, long fromMillis) {
        StringBuilder where = new StringBuilder(" FROM ")
                .append(sources)
                .append(" WHERE time >= ")
                .append(fromMillis)
                .append("ms AND time < ")
                .append(range.toMillis())
                .append("ms");
        range.selector().series().tags().forEach((key, pattern) -> where.append(" AND ")
                .append(quoted(key))
                .append(" =~ ")
                .append(regex(pattern, "")));
        return where.toString();
    }

    private static String measurement(TextPattern pattern) {
        return pattern.isLiteral() ? quoted(pattern.texts().orElseThrow().get(0)) : regex(pattern, "");
    }

    private static void addSeries(JsonNode series, boolean isRaw, Range range, List<HistorySeries> to) {
        SortedMap<String, String> tags = tags(series);
        String measurement = series.path("name").asText();
        if (!range.selector().series().test(measurement, tags)) {
            return;
        }
        JsonNode columns = series.path("columns");
        for (int column = 1; column < columns.size(); column++) {
            List<Object[]> points = new ArrayList<>();
            for (JsonNode row : series.path("values")) {
                if (row.path(column).isNumber()) {
                    points.add(new Object[] {
                        row.path(0).longValue(), row.path(column).doubleValue()
                    });
                }
            }
            if (!points.isEmpty()) {
                to.add(new HistorySeries(
                        measurement, tags, field(columns.path(column).asText(), isRaw), points));
            }
        }
    }

    /** Adds flags as 0 and 1, and texts. */
    private static void addOthers(JsonNode answer, Range range, List<HistorySeries> flags, List<HistorySeries> texts) {
        SortedMap<String, String> tags = tags(answer);
        String measurement = answer.path("name").asText();
        if (!range.selector().series().test(measurement, tags)) {
            return;
        }
        JsonNode columns = answer.path("columns");
        for (int column = 1; column < columns.size(); column++) {
            HistorySeries series =
                    new HistorySeries(measurement, tags, columns.path(column).asText(), new ArrayList<>());
            boolean isFlag = false;
            for (JsonNode row : answer.path("values")) {
                JsonNode value = row.path(column);
                isFlag |= value.isBoolean();
                if (value.isBoolean() || value.isTextual()) {
                    series.points().add(new Object[] {
                        row.path(0).longValue(), value.isBoolean() ? (value.booleanValue() ? 1.0 : 0.0) : value.asText()
                    });
                }
            }
            if (!series.points().isEmpty()) {
                (isFlag ? flags : texts).add(isFlag ? series : series.changes());
            }
        }
    }

    private static void addLastValues(JsonNode series, Range range, List<LastValue> to) {
        SortedMap<String, String> tags = tags(series);
        String measurement = series.path("name").asText();
        if (!range.selector().series().test(measurement, tags)) {
            return;
        }
        JsonNode columns = series.path("columns");
        for (int column = 1; column < columns.size(); column++) {
            List<JsonNode> rows = new ArrayList<>();
            for (JsonNode row : series.path("values")) {
                if (row.path(column).isNumber()) {
                    rows.add(row);
                }
            }
            if (!rows.isEmpty()) {
                long[] times =
                        rows.stream().mapToLong(row -> row.path(0).longValue()).toArray();
                double value = rows.get(0).path(column).doubleValue();
                String field = columns.path(column).asText();
                to.add(new LastValue(measurement, tags, field, times[0], value, LastValue.median(times)));
            }
        }
    }

    private static SortedMap<String, String> tags(JsonNode series) {
        SortedMap<String, String> tags = new TreeMap<>();
        for (Map.Entry<String, JsonNode> tag : series.path("tags").properties()) {
            // The series does not have this tag.
            if (!tag.getValue().asText().isEmpty()) {
                tags.put(tag.getKey(), tag.getValue().asText());
            }
        }
        return tags;
    }

    private static String field(String column, boolean isRaw) {
        String field = column.startsWith(MEAN_OF) ? column.substring(MEAN_OF.length()) : column;
        return !isRaw && field.endsWith(MEAN) ? field.substring(0, field.length() - MEAN.length()) : field;
    }
}
