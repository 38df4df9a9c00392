package io.weir.writer.testing;

import static org.junit.jupiter.api.Assertions.fail;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Provides a test class with a real InfluxDB 1.x: the one named by {@code WEIR_TEST_INFLUXDB_URL},
 * else a container, else {@code influxd} 1.x on the PATH. Without any of these, the class is
 * skipped with an installation hint; with {@code WEIR_TEST_NO_SKIPS=true} (environment or system
 * property) it fails instead. For a static field with {@code @RegisterExtension}.
 */
public final class RealInfluxDb implements BeforeAllCallback, AfterAllCallback {
    static final String MISSING = "No InfluxDB 1.x to test against: install Debian's influxdb package"
            + " (apt install influxdb; influxd on the PATH is enough), start Docker, or set"
            + " WEIR_TEST_INFLUXDB_URL=http://HOST:PORT";

    private @Nullable InfluxDbServer server;

    /** The server; available only while tests of the class run. */
    public InfluxDbServer server() {
        InfluxDbServer found = server;
        if (found == null) {
            throw new IllegalStateException("no test of the class is running");
        }
        return found;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = InfluxDbSources.environment()
                .or(InfluxDbSources::docker)
                .or(InfluxDbSources::path)
                .orElse(null);
        if (server == null) {
            if (Variables.noSkips()) {
                fail(MISSING);
            }
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
