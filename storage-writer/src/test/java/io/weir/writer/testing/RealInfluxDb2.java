package io.weir.writer.testing;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Provides a test class with a real InfluxDB 2.x: the one named by {@code WEIR_TEST_INFLUXDB2_URL},
 * else a container, else the {@code influxd} 2.x named by {@code WEIR_TEST_INFLUXD2} or on the
 * PATH. Without any of these, the class is skipped with an installation hint. It never fails,
 * because distributions have no package of 2.x. For a static field with {@code @RegisterExtension}.
 */
public final class RealInfluxDb2 implements BeforeAllCallback, AfterAllCallback {
    static final String MISSING = "No InfluxDB 2.x to test against: start Docker, or name an influxd 2.x in"
            + " WEIR_TEST_INFLUXD2=/path/to/influxd, or set WEIR_TEST_INFLUXDB2_URL=http://HOST:PORT with"
            + " WEIR_TEST_INFLUXDB2_TOKEN and WEIR_TEST_INFLUXDB2_ORG";

    private @Nullable InfluxDb2Server server;

    /** The server; available only while tests of the class run. */
    public InfluxDb2Server server() {
        InfluxDb2Server found = server;
        if (found == null) {
            throw new IllegalStateException("no test of the class is running");
        }
        return found;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = InfluxDb2Sources.environment()
                .or(InfluxDb2Sources::docker)
                .or(InfluxDb2Sources::program)
                .orElse(null);
        if (server == null) {
            Assumptions.abort(MISSING);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
