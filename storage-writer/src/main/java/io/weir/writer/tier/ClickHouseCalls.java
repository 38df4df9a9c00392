package io.weir.writer.tier;

import static io.weir.contract.rule.storage.ClickHouseQuoting.literal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.http.Authorization;
import io.weir.writer.store.clickhouse.ClickHouseUrl;
import io.weir.writer.tier.ClickHouseTable.Column;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Statements to ClickHouse about tiers, and what it lists. Used by one thread. */
final class ClickHouseCalls {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\..*");
    /** The first version with comments of tables that can be changed. */
    private static final int OLDEST = version(23, 9);

    /** Room for the statements of measurements with as many fields as a table may have. */
    private static final String PATH =
            "/?max_query_size=16777216&max_ast_elements=2000000&max_expanded_ast_elements=5000000";

    private final String address;
    private final StoreRequests requests;
    private boolean isKnown;

    /** Does not connect yet. */
    ClickHouseCalls(ClickHouseUrl url, Optional<String> password) {
        Optional<String> user = password.isPresent() ? Optional.of(url.userOfPassword()) : url.user();
        this.address = url.http();
        this.requests = new StoreRequests(url.http(), user.map(name -> Authorization.basic(name, password.orElse(""))));
    }

    /**
     * Runs a statement that changes something.
     *
     * @throws RefusedException with the server's words
     */
    void run(String statement) throws IOException {
        requireVersion();
        send(statement);
    }

    /**
     * The rows of a query, each an array of columns.
     *
     * @throws RefusedException with the server's words
     */
    JsonNode rows(String query) throws IOException {
        requireVersion();
        return read(query);
    }

    /**
     * The tables of databases, by database and name.
     *
     * @param table the name of the only table; empty for all
     */
    Map<String, SortedMap<String, ClickHouseTable>> tables(List<String> databases, Optional<String> table)
            throws IOException {
        String where = " WHERE database IN ("
                + String.join(
                        ", ", databases.stream().map(name -> literal(name)).toList()) + ")";
        Map<List<String>, SortedMap<String, Column>> columns = new HashMap<>();
        for (JsonNode row : rows("SELECT database, table, name, type, is_in_sorting_key FROM system.columns" + where
                + table.map(name -> " AND table = " + literal(name)).orElse("")
                + " AND default_kind != 'EPHEMERAL'")) {
            columns.computeIfAbsent(List.of(row.path(0).asText(), row.path(1).asText()), unseen -> new TreeMap<>())
                    .put(
                            row.path(2).asText(),
                            new Column(row.path(3).asText(), row.path(4).asInt() == 1));
        }
        Map<String, SortedMap<String, ClickHouseTable>> tables = new HashMap<>();
        databases.forEach(name -> tables.put(name, new TreeMap<>()));
        for (JsonNode row : rows("SELECT database, name, engine_full, sorting_key, comment FROM system.tables" + where
                + table.map(name -> " AND name = " + literal(name)).orElse(""))) {
            String database = row.path(0).asText();
            String name = row.path(1).asText();
            tables.computeIfAbsent(database, unseen -> new TreeMap<>())
                    .put(
                            name,
                            new ClickHouseTable(
                                    name,
                                    row.path(2).asText(),
                                    row.path(3).asText(),
                                    row.path(4).asText(),
                                    columns.getOrDefault(List.of(database, name), new TreeMap<>())));
        }
        return tables;
    }

    /** The names of all databases that the user may see. */
    List<String> databases() throws IOException {
        List<String> names = new ArrayList<>();
        rows("SELECT name FROM system.databases")
                .forEach(row -> names.add(row.path(0).asText()));
        return names;
    }

    private void requireVersion() throws IOException {
        if (isKnown) {
            return;
        }
        String version = read("SELECT version()").path(0).path(0).asText();
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw noClickHouse(null);
        }
        if (version(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))) < OLDEST) {
            throw new IOException("ClickHouse " + version + " at " + address
                    + " is too old for tiers: use 23.9 or newer, or remove storage from the rules");
        }
        isKnown = true;
    }

    private JsonNode read(String query) throws IOException {
        try {
            return StoreRequests.JSON
                    .readTree(send(query + " FORMAT JSONCompact"))
                    .path("data");
        } catch (JsonProcessingException e) {
            throw noClickHouse(e);
        }
    }

    private String send(String statement) throws IOException {
        try {
            return requests.send("POST", PATH, "text/plain; charset=utf-8", statement);
        } catch (RefusedException e) {
            throw ClickHouseRefusals.of(e);
        }
    }

    private IOException noClickHouse(@Nullable Exception cause) {
        return new IOException("the server at " + address + " is no ClickHouse: correct the URL", cause);
    }

    private static int version(int year, int release) {
        return year * 10_000 + release;
    }
}
