package io.weir.query.eval;

import io.weir.query.influxdb.InfluxDbSeries;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.writer.testing.InfluxDbProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A real InfluxDB 1.x. */
class InfluxDbComparisonTest extends StoreComparison {
    private @Nullable InfluxDbProcess running;

    @Override
    SeriesStore start(Path directory, List<Series> series, Random random) throws Exception {
        InfluxDbProcess server = InfluxDbProcess.start(Map.of());
        running = server;
        server.series("CREATE DATABASE metrics");
        String http = "http://" + server.address();
        SampleLines.write(http + "/write?precision=n&db=metrics", SampleLines.of(series, random));
        return InfluxDbSeries.ofDatabase(http, "metrics", Optional.empty());
    }

    @Override
    void end() {
        if (running != null) {
            running.close();
        }
    }

    @Override
    boolean computesSeveralRanges() {
        return false;
    }
}
