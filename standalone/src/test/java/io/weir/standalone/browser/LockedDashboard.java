package io.weir.standalone.browser;

import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A {@code weir dashboard} beside a {@code weir up}: with a token, an unavailable store, and at
 * most three lines.
 */
record LockedDashboard(WeirProcess process, int port) implements AutoCloseable {
    static final String TOKEN = "opens it";

    /** Returns when it answers. */
    static LockedDashboard beside(UpInstallation up, Path directory) throws IOException {
        int port = FreePorts.next();
        Map<String, String> environment = Map.of(
                "WEIR_KAFKA_BOOTSTRAP",
                up.bootstrap(),
                "WEIR_METERS_PORT",
                "0",
                "WEIR_DASHBOARD_PORT",
                Integer.toString(port),
                "WEIR_DASHBOARD_TOKEN",
                TOKEN,
                "WEIR_DASHBOARD_LINES",
                "3",
                "WEIR_DASHBOARD_STORE",
                "influxdb1://127.0.0.1:" + FreePorts.next() + "/metrics");
        WeirProcess process = WeirProcess.start(directory, environment, "dashboard");
        process.awaitOutput("http://127.0.0.1:" + port);
        return new LockedDashboard(process, port);
    }

    @Override
    public void close() {
        process.close();
    }
}
