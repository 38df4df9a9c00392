package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever starts {@code weir up} and does nothing else has real metrics: those of this host. */
class UpProbeTest {

    private final int storePort = FreePorts.next();

    @Test
    void metricsOfThisHostAreInTheStore(@TempDir Path directory) throws Exception {
        UpInstallation weir = UpInstallation.probing(directory, "--store-port=" + storePort);
        try (WeirProcess process = weir.start()) {
            Eventually.eventually(
                    "the host's CPU is stored", () -> isThere("select 1 from cpu where cpu = 'cpu-total'"));
            Eventually.eventually(
                    "Weir's own process is too", () -> isThere("select 1 from procstat where pattern = 'self'"));
            process.terminate();
        }
    }

    private boolean isThere(String query) {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + storePort + "/exec?query="
                        + URLEncoder.encode(query + " limit 1", UTF_8)))
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(ask, HttpResponse.BodyHandlers.ofString())
                .join()
                .body()
                .contains("\"dataset\":[[1]]");
    }
}
