package io.weir.writer.testing;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Sources of an InfluxDB 2.x for tests, each empty if it has none. */
final class InfluxDb2Sources {
    private static final String URL = "WEIR_TEST_INFLUXDB2_URL";
    private static final String TOKEN = "WEIR_TEST_INFLUXDB2_TOKEN";
    private static final String ORG = "WEIR_TEST_INFLUXDB2_ORG";
    private static final String PROGRAM = "WEIR_TEST_INFLUXD2";
    private static final String IMAGE = "influxdb:2.7";
    private static final int HTTP_PORT = 8086;

    private InfluxDb2Sources() {}

    /**
     * The server that {@code WEIR_TEST_INFLUXDB2_URL} names, with {@code …_TOKEN} and
     * {@code …_ORG}.
     */
    static Optional<InfluxDb2Server> environment() {
        return Variables.get(URL).map(url -> {
            InfluxDb2Server named = new InfluxDb2Server(Variables.address(url), needed(TOKEN), needed(ORG), () -> {});
            if (!named.answers()) {
                throw new IllegalStateException(URL + "=" + url + " does not answer to /health");
            }
            return named;
        });
    }

    /** A container, if Docker answers and provides the image in time. */
    static Optional<InfluxDb2Server> docker() {
        return Containers.start(IMAGE, HTTP_PORT)
                .map(container -> container(Containers.address(container, HTTP_PORT), container::stop));
    }

    /** A process with its data in a temporary directory, if there is an {@link #influxd}. */
    static Optional<InfluxDb2Server> program() {
        return influxd().map(program -> {
            InfluxDbProcess process = new InfluxDbProcess(2, program, Map.of()).start();
            return new InfluxDb2Server(process.address(), InfluxDbProcess.TOKEN, InfluxDbProcess.ORG, process::close);
        });
    }

    /** The influxd named by {@code WEIR_TEST_INFLUXD2}, or the first influxd 2.x on the PATH. */
    static Optional<Program> influxd() {
        Optional<Program> named = Variables.get(PROGRAM).map(path -> new Program(Path.of(path)));
        named.filter(program -> !program.isOf(2)).ifPresent(program -> {
            throw new IllegalStateException(PROGRAM + "=" + program.path() + " is no influxd 2.x");
        });
        return named.or(() -> Program.influxd(2));
    }

    private static InfluxDb2Server container(String address, Runnable end) {
        InfluxDb2Server server = new InfluxDb2Server(address, InfluxDbProcess.TOKEN, InfluxDbProcess.ORG, end);
        Awaited.answer("InfluxDB 2.x", server::answers, end);
        InfluxDbProcess.setUp(address);
        return server;
    }

    private static String needed(String name) {
        return Variables.get(name).orElseThrow(() -> new IllegalStateException(URL + " is set, but not " + name));
    }
}
