package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.Http;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.util.Optional;

/** Debian's ClickHouse, which has times as nanoseconds. {@code FINAL} counts a repeated line once. */
record ClickHouseStore(ServerProcess server) implements Store {
    private static final String ROWS = "dirac." + WmsHistory.NAME + " FINAL";
    private static final String ASK = "/?query=";

    static ClickHouseStore start() {
        ServerProcess server = ClickHouseServers.debian();
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return new ClickHouseStore(server);
    }

    @Override
    public String url() {
        return "clickhouse://" + server.address() + "/dirac";
    }

    @Override
    public long records() throws IOException, InterruptedException {
        return Long.parseLong(
                http().get(ASK + Http.escaped("SELECT count() FROM " + ROWS)).strip());
    }

    @Override
    public Optional<PlotApi> direct() {
        return Optional.of(new RowsApi(http(), ASK, "data", ClickHouseStore::query));
    }

    private static String query(Plot plot, Span span) {
        return "SELECT " + plot.by() + ", intDiv(timestamp, " + nanos(span.step()) + ") * " + span.step()
                + " AS second, sum(Jobs) / " + span.roundsPerStep() + " FROM " + ROWS + " WHERE "
                + plot.where("%s = '%s'", " AND ") + " AND timestamp >= " + nanos(span.from()) + " AND timestamp < "
                + nanos(span.to()) + " GROUP BY " + plot.by() + ", second FORMAT JSONCompact";
    }

    private static String nanos(long seconds) {
        return seconds + "000000000";
    }

    private Http http() {
        return Http.of(server.address());
    }

    @Override
    public void close() {
        server.close();
    }
}
