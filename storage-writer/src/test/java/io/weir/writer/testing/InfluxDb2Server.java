package io.weir.writer.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.UUID;

/**
 * A real InfluxDB 2.x with a unique bucket name for one test class. The writer creates the bucket.
 *
 * @param address {@code HOST:PORT}
 * @param token has all permissions within the organization
 * @param org the organization's name
 * @param bucket dropped after the class
 * @param end ends the server if the tests started it
 */
public record InfluxDb2Server(String address, String token, String org, String bucket, Runnable end) {

    InfluxDb2Server(String address, String token, String org, Runnable end) {
        this(address, token, org, "weir_test_" + UUID.randomUUID().toString().replace("-", ""), end);
    }

    /** The bucket's address for the writer. */
    public String url() {
        return url(bucket);
    }

    /** The address of another bucket. */
    public String url(String other) {
        return "influxdb2://" + address + "/" + other + "?org=" + InfluxQl.encoded(org);
    }

    /**
     * The first series of a query's result: an object with {@code columns} and {@code values};
     * missing if empty.
     */
    public JsonNode series(String query) {
        return ask().series(bucket, query);
    }

    /** The last cell of the first row of a query's result, such as a count; empty without rows. */
    public String value(String query) {
        return ask().value(bucket, query);
    }

    /** Creates a bucket with unlimited retention. */
    public void create(String name) {
        ask().json("POST", "/api/v2/buckets", "{\"orgID\": \"" + orgId() + "\", \"name\": \"" + name + "\"}");
    }

    /** Drops a bucket if it exists. */
    public void drop(String name) {
        find(name).ifPresent(id -> ask().json("DELETE", "/api/v2/buckets/" + id, ""));
    }

    /**
     * Changes a task by its name, like a manual change. Returns false if the task does not exist.
     */
    public boolean changeTask(String name, String change) {
        for (JsonNode task : ask().json("GET", "/api/v2/tasks?limit=100&orgID=" + orgId(), "")
                .path("tasks")) {
            if (task.path("name").asText().equals(name)) {
                ask().json("PATCH", "/api/v2/tasks/" + task.path("id").asText(), change);
                return true;
            }
        }
        return false;
    }

    /** A token with write permission on one bucket only. */
    public String writerOf(String name) {
        String resource = "{\"type\": \"buckets\", \"orgID\": \"" + orgId() + "\", \"id\": \""
                + find(name).orElseThrow() + "\"}";
        String permission = "{\"action\": \"write\", \"resource\": " + resource + "}";
        return ask().json(
                        "POST",
                        "/api/v2/authorizations",
                        "{\"orgID\": \"" + orgId() + "\", \"permissions\": [" + permission + "]}")
                .path("token")
                .asText();
    }

    boolean answers() {
        return ask().answers("/health", 200);
    }

    void close() {
        if (answers()) {
            drop(bucket);
        }
        end.run();
    }

    private String orgId() {
        return ask().json("GET", "/api/v2/orgs?org=" + InfluxQl.encoded(org), "")
                .path("orgs")
                .path(0)
                .path("id")
                .asText();
    }

    private Optional<String> find(String name) {
        JsonNode found = ask().json("GET", "/api/v2/buckets?orgID=" + orgId() + "&limit=100", "")
                .path("buckets");
        for (JsonNode candidate : found) {
            if (candidate.path("name").asText().equals(name)) {
                return Optional.of(candidate.path("id").asText());
            }
        }
        return Optional.empty();
    }

    private InfluxQl ask() {
        return new InfluxQl(address, Optional.of(token));
    }
}
