package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.Http;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** Starts vmagent, which passes remote write on by remote write. */
final class Vmagent {
    /** Samples of a request's time series. */
    private static final int[] SAMPLES = {1, 2};

    private Vmagent() {}

    /**
     * Returns after vmagent answers.
     *
     * @param sender makes the sender to a port
     */
    static Peer start(Path vmagent, IntFunction<MessageSender> sender) throws IOException, InterruptedException {
        ProtobufSink sink = new ProtobufSink(SAMPLES);
        TemporaryDirectory directory = TemporaryDirectory.create();
        int port = FreePorts.next();
        Child process = Child.start(new ProcessBuilder(
                vmagent.toString(),
                "-httpListenAddr=127.0.0.1:" + port,
                "-remoteWrite.url=" + sink.url("/api/v1/write"),
                "-remoteWrite.tmpDataPath=" + directory.path(),
                // As Telegraf, so that the last metrics of a trial do not wait.
                "-remoteWrite.flushInterval=100ms",
                "-loggerLevel=WARN"));
        process.await(new Http(port), "/health");
        return new Peer("vmagent", process, directory, sender.apply(port), sink);
    }
}
