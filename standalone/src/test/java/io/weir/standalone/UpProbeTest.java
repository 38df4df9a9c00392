package io.weir.standalone;

import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without options, {@code weir up} provides real metrics, those of this host, and an alarm to try.
 */
class UpProbeTest {

    private final int storePort = FreePorts.next();

    @Test
    void metricsOfThisHostAreStoredAndTheAlarmOfTheDefaultRulesIsRaisedByHand(@TempDir Path directory)
            throws Exception {
        UpInstallation weir = UpInstallation.probing(directory, "--store-port=" + storePort);
        try (WeirProcess process = weir.start()) {
            Eventually.eventually(
                    "the host's CPU is stored", () -> isThere("select 1 from cpu where cpu = 'cpu-total'"));
            Eventually.eventually(
                    "Weir's own process is too", () -> isThere("select 1 from procstat where pattern = 'self'"));
            weir.send("cpu,hostname=flp1,detector=TPC value=97.3");
            Eventually.eventually(
                    "a metric of another host is stored beside it",
                    () -> isThere("select 1 from cpu where hostname = 'flp1' and value = 97.3"));
            weir.send("demo,hostname=me value=99");
            weir.awaitIn("alarms.events", "try-me/me#1");
            process.terminate();
        }
    }

    private boolean isThere(String query) {
        return LocalHttp.query(storePort, query + " limit 1").body().contains("\"dataset\":[[1]]");
    }
}
