package io.weir.benchmarks.dirac;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.benchmarks.harness.Http;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.util.Optional;

/**
 * A VictoriaMetrics that counts a repeated line once, and whose queries may wait and run as long as those of the others.
 *
 * @param end the second after the last record
 */
record VictoriaMetricsStore(ServerProcess server, long end) implements Store {
    private static final ObjectMapper JSON = new ObjectMapper();

    static VictoriaMetricsStore start(WmsHistory history) {
        ServerProcess server = ServerProcess.victoriaMetrics(
                "-retentionPeriod=1y",
                "-dedup.minScrapeInterval=1ms",
                "-search.maxQueryDuration=15m",
                "-search.maxQueueDuration=15m");
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return new VictoriaMetricsStore(server, history.end());
    }

    @Override
    public String url() {
        return "victoriametrics://" + server.address();
    }

    @Override
    public long records() throws IOException, InterruptedException {
        http().get("/internal/force_flush");
        String query = "sum(count_over_time(" + WmsHistory.NAME + "_Jobs[60d]))";
        String answer = http().get("/api/v1/query?nocache=1&time=" + end + "&query=" + Http.escaped(query));
        return JSON.readTree(answer).at("/data/result/0/value/1").asLong();
    }

    @Override
    public Optional<PlotApi> direct() {
        return Optional.of(new PromqlApi(http(), "", "&nocache=1"));
    }

    private Http http() {
        return Http.of(server.address());
    }

    @Override
    public void close() {
        server.close();
    }
}
