package io.weir.query.influxdb;

import io.weir.query.eval.SampleLines;
import io.weir.query.store.StoreValues;
import io.weir.writer.testing.InfluxDbProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

class InfluxDbValuesTest extends StoreValues<InfluxDbSeries> {
    private @Nullable InfluxDbProcess running;

    @Override
    protected InfluxDbSeries start(Path directory, String lines) throws Exception {
        InfluxDbProcess server = InfluxDbProcess.start(Map.of());
        running = server;
        server.series("CREATE DATABASE metrics");
        String http = "http://" + server.address();
        SampleLines.write(http + "/write?precision=n&db=metrics", lines);
        return new InfluxDbSeries(http, "metrics", Optional.empty());
    }

    @Override
    protected void end() {
        if (running != null) {
            running.close();
        }
    }
}
