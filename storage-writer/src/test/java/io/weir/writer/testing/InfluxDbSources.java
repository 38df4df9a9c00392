package io.weir.writer.testing;

import io.weir.writer.testing.Program.Running;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The places where a test finds an InfluxDB 1.x, each empty if it has none. */
final class InfluxDbSources {
    private static final String IMAGE = "influxdb:1.8";
    private static final int HTTP_PORT = 8086;

    private InfluxDbSources() {}

    /** The server that {@code WEIR_TEST_INFLUXDB_URL} names, such as {@code http://127.0.0.1:8086}. */
    static Optional<InfluxDbServer> environment() {
        return Variables.get("WEIR_TEST_INFLUXDB_URL").map(url -> {
            InfluxDbServer named = new InfluxDbServer(Variables.address(url), () -> {});
            if (!named.answers()) {
                throw new IllegalStateException("WEIR_TEST_INFLUXDB_URL=" + url + " does not answer to /ping");
            }
            return named;
        });
    }

    /** A container, if Docker answers and has or gets the images in time. */
    static Optional<InfluxDbServer> docker() {
        return Containers.start(IMAGE, HTTP_PORT)
                .map(container ->
                        awaited(new InfluxDbServer(Containers.address(container, HTTP_PORT), container::stop)));
    }

    /** A process on free ports with its data in a temporary directory, if {@code influxd} 1.x is on the PATH. */
    static Optional<InfluxDbServer> path() {
        return Program.influxd(1).map(InfluxDbSources::process);
    }

    private static InfluxDbServer process(Program program) {
        String address = "127.0.0.1:" + FreePort.find();
        Running running = program.start(
                List.of("-config", "/dev/null"),
                Map.of(
                        "INFLUXDB_META_DIR", "DIRECTORY/meta",
                        "INFLUXDB_DATA_DIR", "DIRECTORY/data",
                        "INFLUXDB_DATA_WAL_DIR", "DIRECTORY/wal",
                        "INFLUXDB_HTTP_BIND_ADDRESS", address,
                        "INFLUXDB_BIND_ADDRESS", "127.0.0.1:" + FreePort.find(),
                        "INFLUXDB_REPORTING_DISABLED", "true",
                        "INFLUXDB_MONITOR_STORE_ENABLED", "false"));
        return awaited(new InfluxDbServer(address, running::end));
    }

    private static InfluxDbServer awaited(InfluxDbServer server) {
        Awaited.answer("InfluxDB 1.x", server::answers, server.end());
        return server;
    }
}
