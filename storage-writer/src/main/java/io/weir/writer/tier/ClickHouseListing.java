package io.weir.writer.tier;

import static io.weir.contract.rule.storage.ClickHouseQuoting.quoted;

import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists the tables of raw and of a tier for a round of computation. The server lists a table only for a user with a
 * right on it, so a table that is not listed is either dropped or hidden. Used by one thread.
 */
final class ClickHouseListing {
    /** The age up to which a listing is shared: a round of many measurements need not list the tables for each. */
    private static final long LISTED_NANOS = Duration.ofSeconds(1).toNanos();

    private final String database;
    private final ClickHouseCalls calls;
    private @Nullable Tables latest;
    private long latestNanos;

    /** @param database the database of raw */
    ClickHouseListing(String database, ClickHouseCalls calls) {
        this.database = database;
        this.calls = calls;
    }

    /**
     * Tables by measurement.
     *
     * @param place the database of the tier
     */
    record Tables(String place, SortedMap<String, ClickHouseTable> raw, SortedMap<String, ClickHouseTable> tier) {}

    /** Makes the next call of {@link #of} list all tables again. */
    void forget() {
        latest = null;
    }

    /** The tables of raw and of a tier. The statements of a round share one listing for a second. */
    Tables of(String place) throws IOException {
        Tables known = latest;
        if (known == null || !known.place.equals(place) || System.nanoTime() - latestNanos > LISTED_NANOS) {
            var tables = calls.tables(List.of(database, place), Optional.empty());
            known = new Tables(
                    place,
                    readable(tables.getOrDefault(database, new TreeMap<>())),
                    readable(tables.getOrDefault(place, new TreeMap<>())));
            latest = known;
            latestNanos = System.nanoTime();
        }
        return known;
    }

    /**
     * The server's refusal to read the table of raw or of the tier, if a measurement has both tables, but the server
     * does not list both for the user; empty if one of the tables does not exist.
     */
    Optional<RefusedException> hidden(Tables tables, String measurement) throws IOException {
        boolean isOfRaw = !tables.raw.containsKey(measurement);
        Optional<RefusedException> why = isOfRaw ? hidden(database, measurement) : Optional.empty();
        if (tables.tier.containsKey(measurement) || (isOfRaw && why.isEmpty())) {
            return why;
        }
        return hidden(tables.place, measurement);
    }

    /** Whether a database exists, although the server does not list it. */
    boolean isHidden(String place) throws IOException {
        return !ClickHouseRefusals.isNoDatabase(refusal(place, "any"));
    }

    private Optional<RefusedException> hidden(String place, String table) throws IOException {
        RefusedException refused = refusal(place, table);
        return ClickHouseRefusals.isNoTable(refused) ? Optional.empty() : Optional.of(refused);
    }

    /** Why a table cannot be read. Only in SELECT does the server look for the table before it checks rights. */
    private RefusedException refusal(String place, String table) throws IOException {
        String name = quoted(place) + "." + quoted(table);
        try {
            calls.rows("SELECT 1 FROM " + name + " LIMIT 0");
            return ClickHouseRefusals.passing("table " + name + " was not listed before");
        } catch (RefusedException e) {
            return e;
        }
    }

    /** Removes tables without listed columns: the right to list columns is separate. */
    private static SortedMap<String, ClickHouseTable> readable(SortedMap<String, ClickHouseTable> tables) {
        tables.values().removeIf(table -> table.columns().isEmpty());
        return tables;
    }
}
