package io.weir.query.eval;

import io.weir.writer.testing.ServerProcess;

/** The Prometheus of Debian as a store. */
class PrometheusApiComparisonTest extends PrometheusApiComparison {
    @Override
    ServerProcess server() {
        return ServerProcess.prometheus("storage: {tsdb: {out_of_order_time_window: 7d}}");
    }
}
