package io.weir.query.prometheus;

import io.weir.writer.testing.ServerProcess;
import java.util.Map;
import java.util.function.Supplier;

/** The Prometheus of Debian. */
class PrometheusWindowsTest extends PrometheusWindowsContract {
    private final ServerProcess server = ServerProcess.prometheus("storage: {tsdb: {out_of_order_time_window: 30d}}");

    @Override
    ServerProcess server() {
        return server;
    }

    @Override
    PrometheusWindows store(String http, Supplier<KnownMeasurements> measurements) {
        return PrometheusWindows.ofPrometheus(http, Map.of(), measurements);
    }

    @Override
    String url() {
        return "remotewrite://" + server.address();
    }
}
