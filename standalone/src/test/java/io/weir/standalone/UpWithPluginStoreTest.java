package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir up} with the store of a plugin, beside a plugin that cannot be loaded. */
class UpWithPluginStoreTest {
    @Test
    void theWriterWritesToTheStoreOfThePlugin(@TempDir Path directory) throws Exception {
        try (ExampleStore store = new ExampleStore(directory)) {
            store.addBroken();
            Map<String, String> environment = Map.of(
                    "WEIR_WRITER_PLUGINS", store.plugins().toString(),
                    "WEIR_METERS_PORT", Integer.toString(FreePorts.next()),
                    "WEIR_DASHBOARD_PORT", Integer.toString(FreePorts.next()),
                    "WEIR_GATEWAY_UDP_PORT", Integer.toString(FreePorts.next()));
            String[] arguments = {"up", "--bootstrap=127.0.0.1:9", "--store=" + store.url()};
            try (WeirProcess up = WeirProcess.start(directory, environment, arguments)) {
                up.awaitOutput("start target=main store=" + store.url());
                assertThat(up.output())
                        .contains("a plugin is left out: " + store.plugins() + " has no store in broken.jar; ");
            }
        }
    }
}
