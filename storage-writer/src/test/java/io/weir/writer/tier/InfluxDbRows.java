package io.weir.writer.tier;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.testing.TierPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows of a tier in InfluxDB's answers. */
final class InfluxDbRows {
    private InfluxDbRows() {}

    /** As in {@link TierServerContract#rows}, of a series with the columns time, tags and fields. */
    static Map<String, Map<String, Object>> of(JsonNode series) {
        List<String> columns = new ArrayList<>();
        series.path("columns").forEach(column -> columns.add(column.asText()));
        Map<String, Map<String, Object>> rows = new HashMap<>();
        for (JsonNode row : series.path("values")) {
            Map<String, String> tags = new HashMap<>();
            Map<String, Object> fields = new TreeMap<>();
            for (int i = 0; i < columns.size(); i++) {
                JsonNode cell = row.path(i);
                if (List.of("time", "host", "rack", "role").contains(columns.get(i))) {
                    tags.put(columns.get(i), cell.isNull() ? "" : cell.asText());
                } else if (!cell.isNull()) {
                    fields.put(columns.get(i), cell.isNumber() ? TierPoint.rounded(cell.doubleValue()) : cell.asText());
                }
            }
            rows.put(
                    TierPoints.key(
                            tags.getOrDefault("host", ""),
                            tags.getOrDefault("rack", ""),
                            Long.parseLong(tags.getOrDefault("time", "0"))),
                    fields);
        }
        return rows;
    }
}
