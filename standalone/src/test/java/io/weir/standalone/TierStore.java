package io.weir.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.InfluxDbProcess;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real store with tiers that can be killed and restarted with the same port and data. */
interface TierStore extends AutoCloseable {

    /** The address of a database or bucket, for the writer. */
    String urlOf(String database);

    /** The writer's password or token, if one is required. */
    Optional<String> token();

    /**
     * The points of a tier and a measurement: an object with {@code columns}, of which {@code time} has nanoseconds,
     * and {@code values}; missing if there is none.
     */
    JsonNode series(String database, String tier, String measurement);

    void kill();

    /** Returns once it answers. */
    void start();

    @Override
    void close();

    /** InfluxDB 1.x or 2.x. */
    record Influx(InfluxDbProcess process, int major) implements TierStore {
        static Influx start(int major) {
            return new Influx(InfluxDbProcess.start(major), major);
        }

        @Override
        public String urlOf(String database) {
            return process.urlOf(database);
        }

        @Override
        public Optional<String> token() {
            return process.token();
        }

        @Override
        public JsonNode series(String database, String tier, String measurement) {
            String of = '"' + measurement + '"';
            if (tier.equals(StorageTier.RAW)) {
                return process.series("SELECT * FROM \"" + database + "\".." + of);
            }
            return process.series("SELECT * FROM "
                    + (major == 1
                            ? "\"" + database + "\".\"weir_" + tier + "\"."
                            : "\"weir\".\"" + database + "/" + tier + "\".")
                    + of);
        }

        @Override
        public void kill() {
            process.kill();
        }

        @Override
        public void start() {
            process.start();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** ClickHouse 26. */
    record ClickHouse(ServerProcess server) implements TierStore {
        private static final ObjectMapper JSON = new ObjectMapper();

        static ClickHouse begin() {
            return new ClickHouse(ClickHouseServers.chdb());
        }

        /** See {@link ClickHouseServers#chdb(Map)}. */
        static ClickHouse begin(Map<String, List<String>> roles) {
            return new ClickHouse(ClickHouseServers.chdb(roles));
        }

        @Override
        public String urlOf(String database) {
            return "clickhouse://weir@" + server.address() + "/" + database;
        }

        @Override
        public Optional<String> token() {
            return Optional.of("secret");
        }

        @Override
        public JsonNode series(String database, String tier, String measurement) {
            boolean isRaw = tier.equals(StorageTier.RAW);
            String place = isRaw ? database : "weir_" + database + "_" + tier;
            boolean isThere = !rows("SELECT 1 FROM system.tables WHERE database = '" + place + "' AND name = '"
                            + measurement + "'")
                    .path("values")
                    .isEmpty();
            return isThere
                    ? rows("SELECT toUnixTimestamp64Nano(timestamp) AS time, * EXCEPT (timestamp"
                            + (isRaw ? "" : ", computed_at") + ") FROM `" + place + "`.`" + measurement + "` FINAL")
                    : MissingNode.getInstance();
        }

        private JsonNode rows(String query) {
            try {
                JsonNode answer = JSON.readTree(server.post(
                        "/", query + " SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompact"));
                ObjectNode series = JSON.createObjectNode();
                answer.path("meta").forEach(column -> series.withArray("columns")
                        .add(column.path("name").asText()));
                series.set("values", answer.path("data"));
                return series;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void kill() {
            server.kill();
        }

        @Override
        public void start() {
            server.start();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
