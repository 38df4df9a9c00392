package io.weir.benchmarks.processing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Programs;
import io.weir.benchmarks.harness.Rate;
import io.weir.benchmarks.harness.Sender;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Runs {@link DslAverage} on the numbers of the standard workload. */
final class DslRun {
    private static final int METRICS_PER_SECOND = 600_000;

    private DslRun() {}

    static Rate run(KafkaProcess kafka, Path state, int series, int records) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap()))) {
            admin.createTopics(List.of(
                            new NewTopic(DslAverage.IN, 1, (short) 1), new NewTopic(DslAverage.OUT, 1, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        fill(kafka, series, records);
        Process process = new ProcessBuilder(
                        Programs.ofJava("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DslAverage.class.getName(),
                        kafka.bootstrap(),
                        state.toString(),
                        "" + records)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
            String last = "";
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = line;
            }
            String[] figures = last.split(" ");
            if (process.waitFor() != 0 || figures.length != 3) {
                throw new IOException("the DSL's process failed, see above: " + last);
            }
            return new Rate(
                    Long.parseLong(figures[0]),
                    Duration.ofNanos(Long.parseLong(figures[1])),
                    Duration.ofNanos(Long.parseLong(figures[2])));
        }
    }

    private static void fill(KafkaProcess kafka, int series, int records) {
        long beginMillis = Clock.systemUTC().millis() - records * 1_000L / METRICS_PER_SECOND;
        Random random = new Random(1);
        try (Sender sender = new Sender(kafka)) {
            for (int i = 0; i < records; i++) {
                String name = String.format("cpu_usage,detector=TPC,hostname=flp%07d,rolename=flp", i % series);
                byte[] value = ByteBuffer.allocate(Double.BYTES)
                        .putDouble(random.nextInt(1_000_000) / 10_000.0)
                        .array();
                long late = random.nextInt(100) == 0 ? 1_000 : 0;
                sender.send(new ProducerRecord<>(
                        DslAverage.IN,
                        0,
                        beginMillis + i * 1_000L / METRICS_PER_SECOND - late,
                        name.getBytes(US_ASCII),
                        value));
            }
        }
    }
}
