package io.weir.writer.testing;

import io.weir.writer.testing.Program.Running;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The places where a test finds an InfluxDB 2.x, each empty if it has none. */
final class InfluxDb2Sources {
    private static final String URL = "WEIR_TEST_INFLUXDB2_URL";
    private static final String TOKEN = "WEIR_TEST_INFLUXDB2_TOKEN";
    private static final String ORG = "WEIR_TEST_INFLUXDB2_ORG";
    private static final String PROGRAM = "WEIR_TEST_INFLUXD2";
    private static final String IMAGE = "influxdb:2.7";
    private static final int HTTP_PORT = 8086;
    /** Of servers that the tests start. */
    private static final String OWN_TOKEN = "weir-test-token";

    private static final String OWN_ORG = "weir test";

    private InfluxDb2Sources() {}

    /** The server that {@code WEIR_TEST_INFLUXDB2_URL} names, with {@code …_TOKEN} and {@code …_ORG}. */
    static Optional<InfluxDb2Server> environment() {
        return Variables.get(URL).map(url -> {
            InfluxDb2Server named = new InfluxDb2Server(Variables.address(url), needed(TOKEN), needed(ORG), () -> {});
            if (!named.answers()) {
                throw new IllegalStateException(URL + "=" + url + " does not answer to /health");
            }
            return named;
        });
    }

    /** A container, if Docker answers and has or gets the images in time. */
    static Optional<InfluxDb2Server> docker() {
        return Containers.start(IMAGE, HTTP_PORT)
                .map(container -> setUp(Containers.address(container, HTTP_PORT), container::stop));
    }

    /** A process with its data in a temporary directory, if {@code WEIR_TEST_INFLUXD2} or the PATH has an influxd 2.x. */
    static Optional<InfluxDb2Server> program() {
        Optional<Program> named = Variables.get(PROGRAM).map(path -> new Program(Path.of(path)));
        named.filter(program -> !program.isOf(2)).ifPresent(program -> {
            throw new IllegalStateException(PROGRAM + "=" + program.path() + " is no influxd 2.x");
        });
        return named.or(() -> Program.influxd(2)).map(InfluxDb2Sources::process);
    }

    private static InfluxDb2Server process(Program program) {
        String address = "127.0.0.1:" + FreePort.find();
        Running running = program.start(
                List.of(
                        "run",
                        "--reporting-disabled",
                        "--http-bind-address=" + address,
                        "--engine-path=DIRECTORY/engine",
                        "--bolt-path=DIRECTORY/influxd.bolt",
                        "--sqlite-path=DIRECTORY/influxd.sqlite"),
                Map.of());
        return setUp(address, running::end);
    }

    private static InfluxDb2Server setUp(String address, Runnable end) {
        InfluxDb2Server server = new InfluxDb2Server(address, OWN_TOKEN, OWN_ORG, end);
        Awaited.answer("InfluxDB 2.x", server::answers, end);
        new InfluxQl(address, Optional.empty()).json("POST", "/api/v2/setup", """
                        {"username": "weir", "password": "weir-test", "org": "%s", "bucket": "first", "token": "%s"}
                        """.formatted(OWN_ORG, OWN_TOKEN));
        return server;
    }

    private static String needed(String name) {
        return Variables.get(name).orElseThrow(() -> new IllegalStateException(URL + " is set, but not " + name));
    }
}
