package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.Http;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** Starts the OpenTelemetry Collector, which passes OTLP over HTTP on by OTLP over HTTP. */
final class OtelCollector {
    private static final int METHOD_NOT_ALLOWED = 405;

    /** Data points of gauges of metrics, by scope and resource. */
    private static final int[] POINTS = {1, 2, 2, 5, 1};

    private OtelCollector() {}

    /**
     * Returns after the Collector answers. It sends without compression, since its default, gzip,
     * costs more than what the other programs use. Its queue waits for room instead of refusing.
     *
     * @param sender makes the sender to a port
     */
    static Peer start(Path otelcol, IntFunction<MessageSender> sender) throws IOException, InterruptedException {
        ProtobufSink sink = new ProtobufSink(POINTS);
        TemporaryDirectory directory = TemporaryDirectory.create();
        int port = FreePorts.next();
        Path config = directory.path().resolve("otelcol.yaml");
        Files.writeString(config, """
                receivers:
                  otlp: {protocols: {http: {endpoint: "127.0.0.1:%d"}}}
                exporters:
                  otlp_http:
                    endpoint: "%s"
                    compression: none
                    sending_queue:
                      block_on_overflow: true
                      sizer: items
                      queue_size: 1000000
                      batch: {flush_timeout: 100ms, min_size: 8192}
                service:
                  telemetry: {logs: {level: warn}, metrics: {level: none}}
                  pipelines:
                    metrics: {receivers: [otlp], exporters: [otlp_http]}
                """.formatted(port, sink.url("")));
        Child process = Child.start(new ProcessBuilder(otelcol.toString(), "--config=" + config));
        process.await(new Http(port), "/v1/metrics", METHOD_NOT_ALLOWED);
        return new Peer("OpenTelemetry Collector", process, directory, sender.apply(port), sink);
    }
}
