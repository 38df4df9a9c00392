package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.Child;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.TemporaryDirectory;
import io.weir.standalone.send.Sent;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Telegraf with a {@code socket_listener} that writes to Kafka, by its design one record per
 * metric.
 */
final class Telegraf implements Receiver {
    private static final Duration PATIENCE = Duration.ofMillis(1500);
    private static final String TOPIC = "telegraf";

    private final TemporaryDirectory directory;
    private final Child process;
    private final KafkaProcess kafka;
    private final int udpPort;

    private Telegraf(TemporaryDirectory directory, Child process, KafkaProcess kafka, int udpPort) {
        this.directory = directory;
        this.process = process;
        this.kafka = kafka;
        this.udpPort = udpPort;
    }

    static Telegraf start(Path telegraf, KafkaProcess kafka) throws IOException, InterruptedException {
        kafka.create(TOPIC);
        TemporaryDirectory directory = TemporaryDirectory.create();
        int udpPort = FreePorts.next();
        Path config = directory.path().resolve("telegraf.conf");
        Files.writeString(config, """
                [agent]
                  omit_hostname = true
                  metric_batch_size = 10000
                  metric_buffer_limit = 2000000
                  flush_interval = "100ms"
                [[inputs.socket_listener]]
                  service_address = "udp://127.0.0.1:%d"
                  read_buffer_size = "%dB"
                  data_format = "influx"
                [[outputs.kafka]]
                  brokers = ["%s"]
                  topic = "%s"
                  compression_codec = 3
                  required_acks = -1
                  data_format = "influx"
                """.formatted(udpPort, Sink.RECEIVE_BUFFER_BYTES, kafka.bootstrap(), TOPIC));
        Child process = Child.start(new ProcessBuilder(telegraf.toString(), "--quiet", "--config", config.toString()));
        Telegraf started = new Telegraf(directory, process, kafka, udpPort);
        Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        started.awaitReady();
        return started;
    }

    /** Telegraf does not report when it is ready, so this sends lines until one arrives. */
    private void awaitReady() throws IOException, InterruptedException {
        Blast line = new Blast(1, 1, 1, 1, 0);
        while (take(line).arrived() == 0) {
            if (!process.isAlive()) {
                throw new IOException("telegraf did not start, see its log above");
            }
        }
    }

    @Override
    public String name() {
        return "Telegraf to Kafka";
    }

    @Override
    public Trial take(Blast blast) throws IOException, InterruptedException {
        long before = kafka.records(TOPIC);
        Duration cpuBefore = process.cpu();
        Sent sent = blast.send(udpPort);
        long written = Quiet.await(before + sent.lines(), PATIENCE, () -> kafka.records(TOPIC)) - before;
        return new Trial(sent, written, 0, process.cpu().minus(cpuBefore));
    }

    @Override
    public synchronized void close() {
        process.close();
        directory.close();
    }
}
