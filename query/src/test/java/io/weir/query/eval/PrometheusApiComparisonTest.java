package io.weir.query.eval;

import io.weir.query.prometheus.PrometheusSeries;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.ServerProcess;
import java.util.Map;

/** The Prometheus of Debian as a store. */
class PrometheusApiComparisonTest extends PrometheusApiComparison {
    @Override
    SeriesStore store(String http) {
        return PrometheusSeries.ofPrometheus(http, Map.of());
    }

    @Override
    boolean hasMarks() {
        return false;
    }

    @Override
    ServerProcess server() {
        return ServerProcess.prometheus("storage: {tsdb: {out_of_order_time_window: 7d}}");
    }
}
