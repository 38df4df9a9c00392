package io.weir.query.prometheus;

import io.weir.writer.testing.ServerProcess;

/** The Prometheus of Debian. */
class PrometheusWindowsTest extends PrometheusWindowsContract {
    private final ServerProcess server = ServerProcess.prometheus("storage: {tsdb: {out_of_order_time_window: 30d}}");

    @Override
    ServerProcess server() {
        return server;
    }

    @Override
    String url() {
        return "remotewrite://" + server.address();
    }
}
