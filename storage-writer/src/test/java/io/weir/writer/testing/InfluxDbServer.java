package io.weir.writer.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A real InfluxDB 1.x with a separate database for one test class.
 *
 * @param address {@code HOST:PORT}
 * @param database created for this class, dropped after it
 * @param end ends the server if the tests started it
 */
public record InfluxDbServer(String address, String database, Runnable end) {

    InfluxDbServer(String address, Runnable end) {
        this(address, "weir_test_" + UUID.randomUUID().toString().replace("-", ""), end);
    }

    /** Its address for the writer. */
    public String url() {
        return "influxdb1://" + address + "/" + database;
    }

    /**
     * The first series of a query's result: an object with {@code columns} and {@code values};
     * missing if empty.
     */
    public JsonNode series(String query) {
        return ask().series(database, query);
    }

    /** The last cell of the first row of a query's result, such as a count; empty without rows. */
    public String value(String query) {
        return ask().value(database, query);
    }

    /** The names of its database's continuous queries. */
    public List<String> queries() {
        List<String> names = new ArrayList<>();
        for (JsonNode each : ask().all(database, "SHOW CONTINUOUS QUERIES")) {
            if (each.path("name").asText().equals(database)) {
                each.path("values").forEach(query -> names.add(query.path(0).asText()));
            }
        }
        return names;
    }

    boolean answers() {
        return ask().answers("/ping", 204);
    }

    void close() {
        if (answers()) {
            series("DROP DATABASE \"" + database + "\"");
        }
        end.run();
    }

    private InfluxQl ask() {
        return new InfluxQl(address, Optional.empty());
    }
}
