package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** An InfluxDB 1.x. */
record InfluxDbStore(InfluxServer server) implements Store {
    private static final String DATABASE = "dirac";

    static InfluxDbStore start() throws IOException, InterruptedException {
        InfluxServer server = InfluxServer.start(Programs.requireInfluxd(), Map.of("INFLUXDB_HTTP_MAX_ROW_LIMIT", "0"));
        server.create(DATABASE);
        return new InfluxDbStore(server);
    }

    @Override
    public String url() {
        return server.storeUrl(DATABASE);
    }

    @Override
    public long records() throws IOException, InterruptedException {
        return server.ask(DATABASE, "SELECT count(Jobs) FROM " + WmsHistory.NAME);
    }

    @Override
    public Optional<PlotApi> direct() {
        return Optional.of(new InfluxQlApi(server.http(), DATABASE, ""));
    }

    @Override
    public Optional<PlotApi> directTier() {
        return Optional.of(new InfluxQlApi(server.http(), DATABASE, "weir_" + Tier.NAME));
    }

    @Override
    public void prepare(Path rules) throws IOException, InterruptedException {
        server.applyTiers(DATABASE, rules);
    }

    @Override
    public void close() {
        server.close();
    }
}
