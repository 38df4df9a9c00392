package io.weir.benchmarks.dirac;

import io.weir.benchmarks.harness.Programs;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** The stores that the benchmark knows. The names are those of options. */
enum StoreKind {
    QUESTDB("QuestDB", Optional.empty()),
    INFLUXDB("InfluxDB 1.x", Optional.of("influxd")),
    VICTORIAMETRICS("VictoriaMetrics", Optional.of("victoria-metrics")),
    CLICKHOUSE("ClickHouse", Optional.of("clickhouse-server")),
    ARCHIVE("archive", Optional.empty());

    private final String title;
    private final Optional<String> program;

    StoreKind(String title, Optional<String> program) {
        this.title = title;
        this.program = program;
    }

    /** The name for readers. */
    String title() {
        return title;
    }

    /** Whether this machine has the program. */
    boolean isInstalled() {
        return program.isEmpty()
                || Programs.find(program.get().toUpperCase(Locale.ROOT), program.get())
                        .isPresent();
    }

    /** Starts an empty store for a history. */
    Store start(WmsHistory history) throws IOException, InterruptedException {
        return switch (this) {
            case QUESTDB -> QuestDbStore.start();
            case INFLUXDB -> InfluxDbStore.start();
            case VICTORIAMETRICS -> VictoriaMetricsStore.start(history);
            case CLICKHOUSE -> ClickHouseStore.start();
            case ARCHIVE -> ArchiveStore.start();
        };
    }
}
