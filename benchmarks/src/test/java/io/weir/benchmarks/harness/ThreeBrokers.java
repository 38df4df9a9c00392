package io.weir.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * Three brokers, each with a controller, formatted and started by Kafka's own programs. Two
 * replicas must have a record before it is acknowledged.
 */
final class ThreeBrokers {
    static final int COUNT = 3;

    private ThreeBrokers() {}

    /**
     * Starts the brokers without waiting.
     *
     * @param ports those of the brokers, followed by those of the controllers
     */
    static List<Child> start(Path directory, int[] ports) throws IOException, InterruptedException {
        String voters = IntStream.range(0, COUNT)
                .mapToObj(i -> i + 1 + "@127.0.0.1:" + ports[COUNT + i])
                .collect(Collectors.joining(","));
        String cluster = Uuid.randomUuid().toString();
        List<Path> files = new ArrayList<>();
        List<Child> formats = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            Path file = directory.resolve("broker-" + i + ".properties");
            int port = ports[i];
            String settings =
                    """
                    process.roles=broker,controller
                    node.id=%d
                    controller.quorum.voters=%s
                    controller.listener.names=CONTROLLER
                    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                    advertised.listeners=PLAINTEXT://127.0.0.1:%d
                    log.dirs=%s
                    auto.create.topics.enable=false
                    min.insync.replicas=2
                    offsets.topic.num.partitions=4
                    offsets.topic.replication.factor=3
                    transaction.state.log.num.partitions=4
                    transaction.state.log.replication.factor=3
                    transaction.state.log.min.isr=2
                    share.coordinator.state.topic.num.partitions=1
                    log.cleaner.dedupe.buffer.size=16777216
                    """.formatted(i + 1, voters, port, ports[COUNT + i], port, directory.resolve("broker-" + i));
            files.add(Files.writeString(file, settings));
            formats.add(Child.java("kafka.tools.StorageTool", "format", "-t", cluster, "-c", file.toString()));
        }
        for (Child format : formats) {
            if (format.waitFor() != 0) {
                throw new IOException("the directory of a broker could not be formatted, see above");
            }
        }
        List<Child> brokers = new ArrayList<>();
        for (Path file : files) {
            brokers.add(Child.java("kafka.Kafka", file.toString()));
        }
        return brokers;
    }
}
