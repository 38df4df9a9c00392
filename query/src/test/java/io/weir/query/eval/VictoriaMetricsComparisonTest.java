package io.weir.query.eval;

import io.weir.writer.testing.ServerProcess;

/** A real VictoriaMetrics. */
class VictoriaMetricsComparisonTest extends PrometheusApiComparison {
    @Override
    ServerProcess server() {
        return ServerProcess.victoriaMetrics("-retentionPeriod=100y");
    }

    @Override
    void flush(ServerProcess server) {
        server.get("/internal/force_flush");
    }

    /** It rounds numbers to fewer digits than a double has. */
    @Override
    double storable(double value) {
        return Math.round(value * 1e6) / 1e6;
    }
}
