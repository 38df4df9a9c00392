package io.weir.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.dashboard.history.HistoryStores;
import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.live.LiveHub;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoryApiTest {

    @ParameterizedTest
    @EnumSource(
            names = {
                "QUESTDB",
                "INFLUXDB1",
                "INFLUXDB2",
                "CLICKHOUSE",
                "OPENSEARCH",
                "ELASTICSEARCH",
                "PROMETHEUS",
                "VICTORIAMETRICS"
            })
    void unavailableStoreIsNamed(Kind kind) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        StoreAddress away = new StoreAddress(
                kind, "http://127.0.0.1:" + port, "metrics", Optional.of("weir"), Optional.of("secret"));
        refuses(
                new HistoryApi(
                        HistoryStores.open(away, () -> StorageRules.NONE, Set::of),
                        new LiveHub(1, List.of()),
                        200,
                        Clock.systemUTC()),
                "1",
                "2",
                502,
                "127.0.0.1:" + port);
        assertThat(away.toString()).doesNotContain("secret");
    }

    @Test
    void historyNeedsAStoreAndARange() {
        HistoryApi none = new HistoryApi(Optional.empty(), new LiveHub(1, List.of()), 200, Clock.systemUTC());
        refuses(
                none,
                "1",
                "2",
                404,
                "a VictoriaMetrics, a Prometheus or an archive, and dashboard.store is none of them");
        StoreAddress any = new StoreAddress(Kind.QUESTDB, "http://127.0.0.1:1", "", Optional.empty(), Optional.empty());
        HistoryApi some = new HistoryApi(
                HistoryStores.open(any, () -> StorageRules.NONE, Set::of),
                new LiveHub(1, List.of()),
                200,
                Clock.systemUTC());
        refuses(some, "2", "1", 400, "from before to");
        refuses(some, "x", "1", 400, "from must be");
    }

    private static void refuses(HistoryApi api, String from, String to, int status, String why) {
        Endpoint.Once endpoint =
                (Endpoint.Once) Objects.requireNonNull(api.endpoints().get("GET /api/history"));
        Map<String, List<String>> query = Map.of("q", List.of("cpu"), "from", List.of(from), "to", List.of(to));
        assertThatThrownBy(
                        () -> endpoint.answer(new ApiRequest("GET", "/api/history", "127.0.0.1", query, Map.of(), "")))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.status()).isEqualTo(status))
                .hasMessageContaining(why);
    }
}
