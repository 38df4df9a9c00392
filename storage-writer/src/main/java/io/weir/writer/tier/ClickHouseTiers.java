package io.weir.writer.tier;

import static io.weir.contract.rule.storage.ClickHouseQuoting.isTierDatabase;
import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;
import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;
import static io.weir.contract.rule.storage.ClickHouseQuoting.tierDatabase;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.clickhouse.ClickHouseUrl;
import io.weir.writer.tier.ClickHouseListing.Tables;
import io.weir.writer.tier.ClickHouseText.Result;
import io.weir.writer.tier.Part.Kind;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tiers of ClickHouse: a database for each tier, with a table for each measurement. Once a table is computed completely,
 * or its windows are noted for computation, its comment is its definition. The server deletes old rows; the {@link
 * Recomputer} has windows computed.
 */
final class ClickHouseTiers implements TierServer {
    private final String database;
    private final ClickHouseText text;
    private final ClickHouseCalls calls;
    private final ClickHouseListing listing;

    /** Does not connect yet. */
    ClickHouseTiers(ClickHouseUrl url, Optional<String> password) {
        this.database = url.database();
        this.text = new ClickHouseText(database);
        this.calls = new ClickHouseCalls(url, password);
        this.listing = new ClickHouseListing(database, calls);
    }

    @Override
    public boolean isRaw(StoreUrl place) {
        return place instanceof ClickHouseUrl house && house.database().equals(database);
    }

    @Override
    public String holder(StorageTier tier) {
        return text.place(tier);
    }

    @Override
    public List<Part> existing() throws IOException {
        List<String> databases = calls.databases().stream()
                .filter(name -> name.equals(database) || isTierDatabase(database, name))
                .toList();
        List<Part> parts = new ArrayList<>();
        if (databases.isEmpty()) {
            return parts;
        }
        Map<String, SortedMap<String, ClickHouseTable>> tables = calls.tables(databases, Optional.empty());
        tables.forEach((name, listed) -> {
            parts.add(Part.computing(Kind.DATABASE, name, ""));
            for (ClickHouseTable each : listed.values()) {
                if (!name.equals(database)) {
                    // Others are an operator's own. A tier outlives its table of raw, also one whose columns are
                    // hidden.
                    ClickHouseTable raw = listed(tables, database).get(each.name());
                    if (each.isTier() && raw != null && raw.isMeasurement()) {
                        parts.add(table(name, each, each.keep(), each.comment()));
                    }
                } else if (each.isMeasurement()) {
                    parts.add(table(name, each, each.keep(), each.otherTtl()));
                }
            }
        });
        return parts;
    }

    /** Refuses a table of raw whose tiers would be wrong. */
    @Override
    public List<Part> desired(StorageRules rules) throws IOException {
        List<Part> parts = new ArrayList<>();
        SortedMap<String, ClickHouseTable> tables = measurements(Optional.empty());
        for (StorageTier tier : rules.tiers()) {
            String place = text.place(tier);
            parts.add(Part.computing(Kind.DATABASE, place, ""));
            for (ClickHouseTable raw : tables.values()) {
                if (tier.isRaw()) {
                    parts.add(table(place, raw, ClickHouseText.keep(tier), ""));
                    continue;
                }
                List<Result> results = ClickHouseText.results(rules, raw);
                if (!results.isEmpty()) {
                    requireExact(raw);
                    parts.add(table(
                            place,
                            raw,
                            ClickHouseText.keep(tier),
                            ClickHouseText.definition(rules, tier, raw, results)));
                }
            }
        }
        return parts;
    }

    /** Has all windows of a table computed. */
    private interface Filling {
        void fill(StorageTier tier, String measurement, long sinceMillis) throws IOException;
    }

    @Override
    public void apply(Difference difference, StorageRules rules, Progress progress) throws IOException {
        change(
                difference,
                rules,
                (tier, measurement, since) ->
                        Backfill.run(this, rules, tier, Optional.of(measurement), since, progress));
    }

    /** The rounds compute the windows, in turn with those of other tables. Deletes no rows. */
    @Override
    public void grow(Difference difference, StorageRules rules, WindowQueue later) throws IOException {
        boolean isShorter = difference.deletesData() && !isOfRaw(difference);
        change(isShorter ? difference.withoutRetention() : difference, rules, (tier, measurement, since) -> {
            Optional<Mark> windows = Backfill.mark(rules, tier, measurement, since, life().nowMillis());
            if (windows.isPresent()) {
                later.add(windows.get());
            }
        });
    }

    private void change(Difference difference, StorageRules rules, Filling filling) throws IOException {
        Part part = difference.part();
        if (part.kind() == Kind.DATABASE) {
            calls.run("CREATE DATABASE IF NOT EXISTS " + quoted(part.name()));
            return;
        }
        int slash = part.name().indexOf('/');
        String place = part.name().substring(0, slash);
        String measurement = part.name().substring(slash + 1);
        Part desired = difference.desired();
        if (desired == null) {
            delete(rules, place, measurement);
            return;
        }
        Optional<StorageTier> tier = rules.tiers().stream()
                .filter(each -> text.place(each).equals(place))
                .findFirst();
        if (tier.isEmpty()) {
            throw new IllegalStateException("no tier for " + part.title());
        }
        Part existing = difference.existing();
        if (!tier.get().isRaw() && (existing == null || !existing.properties().equals(desired.properties()))) {
            compute(rules, tier.get(), measurement, desired.properties(), filling);
        }
        boolean isOtherKeep = existing != null && !existing.keep().equals(desired.keep());
        if (isOtherKeep || tier.get().isRaw()) {
            retain(tier.get(), measurement, existing);
        }
    }

    @Override
    public void compute(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange windows)
            throws IOException {
        Tables tables = listing.of(text.place(tier));
        String name = measurement.orElseThrow();
        ClickHouseTable raw = tables.raw().get(name);
        ClickHouseTable existing = tables.tier().get(name);
        if (raw != null && !isComputed(rules, raw)) {
            return;
        }
        if (raw == null || existing == null) {
            Optional<RefusedException> hidden = listing.hidden(tables, name);
            if (hidden.isPresent()) {
                throw hidden.get();
            }
        } else if (isComplete(raw, existing)) {
            calls.run(text.computation(rules, tier, raw, existing, windows));
        }
    }

    @Override
    public List<String> measurements(StorageRules rules, StorageTier tier, Set<String> known) throws IOException {
        Tables tables = listing.of(text.place(tier));
        Set<String> names = new TreeSet<>(known);
        names.addAll(tables.raw().keySet());
        names.addAll(tables.tier().keySet());
        List<String> measurements = new ArrayList<>();
        for (String name : names) {
            ClickHouseTable raw = tables.raw().get(name);
            ClickHouseTable existing = tables.tier().get(name);
            boolean isDue = raw == null || isComputed(rules, raw);
            if (isDue && raw != null && existing != null) {
                isDue = isComplete(raw, existing);
            } else if (isDue) {
                isDue = listing.hidden(tables, name).isPresent();
            }
            if (isDue) {
                measurements.add(name);
            }
        }
        return measurements;
    }

    /** The server lists no database on which the user has no right. */
    @Override
    public boolean isHidden(StorageTier tier) throws IOException {
        return listing.isHidden(text.place(tier));
    }

    @Override
    public OptionalLong first(String measurement) throws IOException {
        JsonNode first = calls.rows(text.firstRow(measurement)).path(0).path(0);
        return first.isNull() ? OptionalLong.empty() : OptionalLong.of(first.asLong());
    }

    /** Whether a measurement of raw has tiers. */
    private static boolean isComputed(StorageRules rules, ClickHouseTable raw) {
        return raw.isMeasurement()
                && raw.refusal().isEmpty()
                && !ClickHouseText.results(rules, raw).isEmpty();
    }

    /** A table that lacks a tag of raw is computed completely once that has changed. */
    private static boolean isComplete(ClickHouseTable raw, ClickHouseTable existing) {
        return existing.tags().containsAll(raw.tags());
    }

    /** Views that compute would count repeated rows, and not find late ones. */
    @Override
    public boolean computesWindows() {
        return false;
    }

    /**
     * Tables of new measurements and fields, and the retention of new tables of raw, which have no old rows yet. A clause
     * that the writer does not know may also move rows, so an operator has to see its end.
     */
    @Override
    public boolean isUpkeep(Difference difference) throws IOException {
        Part desired = difference.desired();
        Part existing = difference.existing();
        if (desired == null || desired.kind() != Kind.TABLE) {
            return false;
        }
        if (!isOfRaw(difference)) {
            return !difference.deletesData()
                    || (existing != null && !existing.properties().equals(desired.properties()));
        }
        if (existing != null && !existing.properties().isEmpty()) {
            return false;
        }
        return !difference.deletesData() || !hasOlder(desired.name().substring(database.length() + 1), desired);
    }

    private boolean isOfRaw(Difference difference) {
        return difference.part().name().startsWith(database + "/");
    }

    /** Begins a round, which lists all tables anew. */
    @Override
    public Life life() throws IOException {
        listing.forget();
        return new Life(
                0,
                calls.rows("SELECT toInt64(toUnixTimestamp64Milli(now64(3)))")
                        .path(0)
                        .path(0)
                        .asLong());
    }

    private void compute(StorageRules rules, StorageTier tier, String measurement, String definition, Filling filling)
            throws IOException {
        String place = text.place(tier);
        Map<String, SortedMap<String, ClickHouseTable>> tables =
                calls.tables(List.of(database, place), Optional.of(measurement));
        ClickHouseTable raw = listed(tables, database).get(measurement);
        if (raw == null || !raw.isMeasurement()) {
            return; // Deleted meanwhile.
        }
        List<Result> results = ClickHouseText.results(rules, raw);
        ClickHouseTable there = listed(tables, place).get(measurement);
        if (there != null) {
            requireNoResult(place, there, raw.tags());
        }
        Optional<String> change = there == null
                ? Optional.of(text.creation(tier, raw, results))
                : text.widening(tier, raw, there, results);
        if (change.isPresent()) {
            calls.run(change.get());
        }
        long since = first(measurement).orElse(Long.MAX_VALUE);
        filling.fill(tier, measurement, since);
        calls.run("ALTER TABLE " + text.table(tier, measurement) + " MODIFY COMMENT " + literal(definition));
    }

    /** The key of a table cannot have a column that there is. */
    private static void requireNoResult(String place, ClickHouseTable existing, List<String> tags)
            throws RefusedException {
        for (String tag : tags) {
            if (existing.columns().containsKey(tag) && !existing.tags().contains(tag)) {
                throw new RefusedException(
                        ClickHouseRefusals.STATEMENT,
                        "table " + place + "." + existing.name() + " has a result " + tag
                                + ", which is now a tag in raw:"
                                + " rename the tag, or drop the table, so that it is computed again with the tag");
            }
        }
    }

    private void retain(StorageTier tier, String measurement, @Nullable Part existing) throws IOException {
        String alter = "ALTER TABLE " + text.table(tier, measurement);
        Duration keep = ClickHouseText.keep(tier);
        if (!keep.isZero()) {
            calls.run(alter + " MODIFY " + ClickHouseText.ttl(keep));
        } else if (existing != null) {
            calls.run(alter + " REMOVE TTL");
        }
    }

    /** Never a table of raw. */
    private void delete(StorageRules rules, String place, String measurement) throws IOException {
        if (place.equals(database)) {
            return;
        }
        calls.run("DROP TABLE IF EXISTS " + quoted(place) + "." + quoted(measurement));
        boolean isKnown = rules.computed().stream()
                .anyMatch(tier -> tierDatabase(database, tier.name()).equals(place));
        if (!isKnown
                && listed(calls.tables(List.of(place), Optional.empty()), place).isEmpty()) {
            calls.run("DROP DATABASE IF EXISTS " + quoted(place));
        }
    }

    /** Whether a table of raw has rows that a retention deletes. */
    private boolean hasOlder(String measurement, Part desired) throws IOException {
        JsonNode rows = calls.rows("SELECT 1 FROM " + quoted(database) + "." + quoted(measurement) + " WHERE "
                + ClickHouseTable.STAMP + " < now64(3) - INTERVAL "
                + desired.keep().orElse(Duration.ZERO).toSeconds() + " SECOND LIMIT 1");
        return !rows.isEmpty();
    }

    private SortedMap<String, ClickHouseTable> measurements(Optional<String> measurement) throws IOException {
        SortedMap<String, ClickHouseTable> measurements = new TreeMap<>();
        listed(calls.tables(List.of(database), measurement), database).forEach((name, table) -> {
            if (table.isMeasurement()) {
                measurements.put(name, table);
            }
        });
        return measurements;
    }

    private void requireExact(ClickHouseTable raw) throws IOException {
        if (!raw.refusal().isEmpty()) {
            throw new IOException("table " + database + "." + raw.name() + " " + raw.refusal()
                    + ": create it again as the writer does, or name the measurement in storage.exempt of the rules");
        }
    }

    private static SortedMap<String, ClickHouseTable> listed(
            Map<String, SortedMap<String, ClickHouseTable>> tables, String place) {
        return tables.getOrDefault(place, new TreeMap<>());
    }

    private static Part table(String place, ClickHouseTable table, Duration keep, String properties) {
        return Part.holding(Kind.TABLE, place + "/" + table.name(), keep, properties);
    }
}
