package io.weir.writer.testing;

import java.util.Map;
import java.util.Optional;

/** Sources of an InfluxDB 1.x for tests, each empty if it has none. */
final class InfluxDbSources {
    private static final String IMAGE = "influxdb:1.8";
    private static final int HTTP_PORT = 8086;

    private InfluxDbSources() {}

    /**
     * The server that {@code WEIR_TEST_INFLUXDB_URL} names, such as {@code http://127.0.0.1:8086}.
     */
    static Optional<InfluxDbServer> environment() {
        return Variables.get("WEIR_TEST_INFLUXDB_URL").map(url -> {
            InfluxDbServer named = new InfluxDbServer(Variables.address(url), () -> {});
            if (!named.answers()) {
                throw new IllegalStateException("WEIR_TEST_INFLUXDB_URL=" + url + " does not answer to /ping");
            }
            return named;
        });
    }

    /** A container, if Docker answers and provides the image in time. */
    static Optional<InfluxDbServer> docker() {
        return Containers.start(IMAGE, HTTP_PORT)
                .map(container ->
                        awaited(new InfluxDbServer(Containers.address(container, HTTP_PORT), container::stop)));
    }

    /**
     * A process on free ports with its data in a temporary directory, if {@code influxd} 1.x is on
     * the PATH.
     */
    static Optional<InfluxDbServer> path() {
        return Program.influxd(1).map(InfluxDbSources::process);
    }

    private static InfluxDbServer process(Program program) {
        InfluxDbProcess process = new InfluxDbProcess(1, program, Map.of()).start();
        return new InfluxDbServer(process.address(), process::close);
    }

    private static InfluxDbServer awaited(InfluxDbServer server) {
        Awaited.answer("InfluxDB 1.x", server::answers, server.end());
        return server;
    }
}
