package io.weir.standalone;

import io.weir.writer.testing.ServerProcess;
import org.junit.jupiter.api.AfterAll;

/** The Prometheus of Debian. */
class PrometheusTierHistoryTest extends ProcessedTierHistory {
    private final ServerProcess server = ServerProcess.prometheus("storage: {tsdb: {out_of_order_time_window: 1d}}");

    @Override
    String url() {
        return "remotewrite://" + server.address();
    }

    @AfterAll
    void stop() {
        server.close();
    }
}
