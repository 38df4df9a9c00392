package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The history of a real ClickHouse 26 with tiers, with the documented rights of the dashboard. */
@Tag("long")
class ClickHouseTieredHistoryTest extends TieredHistoryContract {
    private final ServerProcess server = ClickHouseServers.chdb(Map.of(
            "writer", List.of("ALL ON *.*"),
            "dashboard",
                    List.of("SELECT ON metrics.*", "SELECT ON weir_metrics_m1.*", "SELECT ON weir_metrics_m10.*")));

    /** After the superclass has created the tiers. */
    @BeforeAll
    void read() {
        server.post("/", "SET ROLE dashboard");
    }

    @AfterAll
    void end() {
        server.close();
    }

    @Override
    String url() {
        return "clickhouse://weir@" + server.address() + "/metrics";
    }

    @Override
    Optional<String> token() {
        return Optional.of("secret");
    }

    @Override
    void write(String lines) {
        byte[] bytes = lines.replace("\n", "000000\n").getBytes(UTF_8);
        StoreOptions options = new StoreOptions(token(), Duration.ofMinutes(1));
        try (Store store = Stores.open(StoreCatalog.BUILT_IN.parse(url()), options)) {
            assertThat(store.prepare(bytes, bytes.length, (from, to, reason) -> {
                        throw new AssertionError(reason);
                    }))
                    .isEqualTo(Reply.STORED);
            assertThat(store.write(bytes, 0, bytes.length)).isEqualTo(Reply.STORED);
        }
    }

    @Override
    void writeResults(String tier, String host, Map<String, Number> results, long millis) {
        List<String> columns = List.copyOf(results.keySet());
        server.post(
                "/",
                "INSERT INTO `weir_metrics_" + tier + "`.cpu (timestamp, host, " + String.join(", ", columns)
                        + ") SELECT fromUnixTimestamp64Milli(" + millis + "), '" + host + "', "
                        + columns.stream()
                                .map(each -> String.valueOf(results.get(each)))
                                .collect(joining(", ")));
    }

    @Override
    boolean computesTiers() {
        return true;
    }

    @Override
    String missingTier() {
        return "no database \"weir_metrics_m7\"";
    }
}
