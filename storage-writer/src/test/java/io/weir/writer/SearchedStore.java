package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.testing.ServerProcess;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;

/** The documents in an Elasticsearch or OpenSearch. */
record SearchedStore(ServerProcess server, String url) implements ServedStore {
    @Override
    public List<String> values(String measurement, String field) {
        List<String> values = new ArrayList<>();
        hits(server, measurement, "").forEach(hit -> {
            JsonNode value = hit.path("_source").path("fields").path(field);
            if (!value.isMissingNode()) {
                values.add(value.asText());
            }
        });
        return values;
    }

    /** The documents of a measurement in the order of time. */
    static JsonNode hits(ServerProcess server, String measurement, String more) {
        // After a start of the server, the indices take some time to open.
        server.get("/_cluster/health?wait_for_status=yellow&timeout=20s");
        server.get("/*/_refresh");
        String query = URLEncoder.encode("measurement:\"" + measurement + "\"", UTF_8);
        return server.json("/*/_search?size=10000&sort=@timestamp&q=" + query + more)
                .path("hits")
                .path("hits");
    }
}
