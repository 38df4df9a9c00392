package io.weir.standalone;

import io.weir.writer.testing.ServerProcess;
import org.junit.jupiter.api.AfterAll;

/** A real VictoriaMetrics. */
class VictoriaMetricsTierHistoryTest extends ProcessedTierHistory {
    private final ServerProcess server = ServerProcess.victoriaMetrics("-retentionPeriod=100y");

    @Override
    String url() {
        return "victoriametrics://" + server.address();
    }

    @Override
    void flush() {
        server.get("/internal/force_flush");
    }

    @AfterAll
    void stop() {
        server.close();
    }
}
