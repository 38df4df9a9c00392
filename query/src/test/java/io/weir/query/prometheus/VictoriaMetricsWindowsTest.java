package io.weir.query.prometheus;

import io.weir.writer.testing.ServerProcess;

/** A real VictoriaMetrics. */
class VictoriaMetricsWindowsTest extends PrometheusWindowsContract {
    private final ServerProcess server = ServerProcess.victoriaMetrics("-retentionPeriod=100y");

    @Override
    ServerProcess server() {
        return server;
    }

    @Override
    String url() {
        return "victoriametrics://" + server.address();
    }

    @Override
    void flush() {
        server.get("/internal/force_flush");
    }
}
