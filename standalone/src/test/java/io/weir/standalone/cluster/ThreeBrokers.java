package io.weir.standalone.cluster;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.standalone.Eventually;
import io.weir.standalone.crash.ChildJvm;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/** Three brokers in processes of their own, which may be killed and started again. */
final class ThreeBrokers implements AutoCloseable {

    static final int COUNT = 3;

    private final Path directory;
    private final String cluster = Uuid.randomUuid().toString();
    private final int[] ports =
            IntStream.range(0, COUNT).map(i -> FreePorts.next()).toArray();
    private final int[] controllers =
            IntStream.range(0, COUNT).map(i -> FreePorts.next()).toArray();
    private final List<Process> processes = new ArrayList<>();
    private final Admin admin;

    /** Returns once all three can be worked with. */
    ThreeBrokers(Path directory) throws IOException {
        this.directory = directory;
        for (int which = 0; which < COUNT; which++) {
            processes.add(process(which));
        }
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap()));
        Eventually.eventually("there are three brokers", Duration.ofSeconds(90), () -> brokers() == COUNT);
    }

    /** Of all three. */
    String bootstrap() {
        return IntStream.of(ports).mapToObj(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Each partition on all three, of which two must have what is acknowledged. */
    KafkaSettings settings(int partitions) {
        return new KafkaSettings(bootstrap(), Map.of(), new Topics(""), partitions, (short) COUNT);
    }

    Admin admin() {
        return admin;
    }

    /** {@code kill -9}. */
    void kill(int which) throws InterruptedException {
        processes.get(which).destroyForcibly().waitFor();
    }

    /** Returns once one that was killed is back, and every partition of a topic has three replicas again that have everything. */
    void restart(int which, String topic) throws IOException {
        processes.set(which, process(which));
        Eventually.eventually("broker " + which + " has caught up", Duration.ofSeconds(90), () -> isWhole(topic));
    }

    private boolean isWhole(String topic) {
        try {
            return admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
                    .flatMap(described -> described.partitions().stream())
                    .allMatch(partition -> partition.isr().size() == COUNT);
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int brokers() {
        try {
            return admin.describeCluster().nodes().get().size();
        } catch (ExecutionException | KafkaException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process process(int which) throws IOException {
        String voters = IntStream.range(0, COUNT)
                .mapToObj(i -> (i + 1) + "@127.0.0.1:" + controllers[i])
                .collect(Collectors.joining(","));
        return ChildJvm.start(
                BrokerProcess.class,
                Path.of("target", "cluster-broker-" + which + ".log"),
                directory.resolve("broker-" + which).toString(),
                cluster,
                Integer.toString(which + 1),
                Integer.toString(ports[which]),
                Integer.toString(controllers[which]),
                voters);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
        processes.forEach(Process::destroyForcibly);
    }
}
