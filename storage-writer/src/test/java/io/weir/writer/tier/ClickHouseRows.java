package io.weir.writer.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.writer.testing.ServerProcess;
import io.weir.writer.testing.TierPoint;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The contents of the tables of a tier in a real ClickHouse. */
record ClickHouseRows(ServerProcess server, String database) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** See {@link TierServerContract#rows}. */
    Map<String, Map<String, Object>> of(String measurement) {
        Map<String, Map<String, Object>> rows = new HashMap<>();
        if (select(
                        server,
                        "SELECT name FROM system.tables WHERE database = '" + database + "' AND name = '" + measurement
                                + "'")
                .isEmpty()) {
            return rows;
        }
        for (JsonNode row : select(
                server,
                "SELECT toString(toUnixTimestamp64Nano(timestamp)) AS time, * EXCEPT (timestamp, computed_at) FROM `"
                        + database + "`.`" + measurement + "` FINAL")) {
            Map<String, Object> fields = new TreeMap<>();
            row.properties().stream()
                    .filter(cell -> cell.getKey().matches("(value|n|s|up)_.*")
                            && !cell.getValue().isNull())
                    .forEach(cell -> fields.put(
                            cell.getKey(), value(cell.getKey(), cell.getValue().asText())));
            if (!fields.isEmpty()) {
                rows.put(
                        TierPoints.key(
                                row.path("host").asText(),
                                row.path("rack").asText(),
                                row.path("time").asLong()),
                        fields);
            }
        }
        return rows;
    }

    /** The rows of a query, with their columns. */
    static JsonNode select(ServerProcess server, String query) {
        try {
            return JSON.readTree(server.post("/", query + " FORMAT JSON")).path("data");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Object value(String column, String text) {
        return column.startsWith("s_") || column.startsWith("up_") ? text : TierPoint.rounded(Double.parseDouble(text));
    }
}
