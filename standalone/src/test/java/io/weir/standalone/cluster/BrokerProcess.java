package io.weir.standalone.cluster;

import io.weir.standalone.AuthorizingBroker;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One broker and controller of {@link Brokers}, as Kafka itself starts it:
 * {@code DIRECTORY CLUSTER ID PORT CONTROLLER_PORT VOTERS}. A single broker is that of
 * {@code weir up}, because Kafka's own may leave a transaction open forever after a crash (decision
 * 4).
 */
final class BrokerProcess {

    private BrokerProcess() {}

    /** Runs until it is killed or terminated. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        if (brokers(args[5]) == 1) {
            AuthorizingBroker broker =
                    AuthorizingBroker.start(directory, Integer.parseInt(args[3]), Integer.parseInt(args[4]));
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
            return;
        }
        if (!Files.exists(directory.resolve("meta.properties"))) {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(Integer.parseInt(args[2]))
                    .setClusterId(args[1])
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(directory.toString())
                    .addDirectory(directory.toString())
                    .setHasDynamicQuorum(false)
                    .run();
        }
        KafkaRaftServer server = new KafkaRaftServer(
                new KafkaConfig(settings(directory, args[2], args[3], args[4], args[5]), false), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        server.startup();
        server.awaitShutdown();
    }

    private static int brokers(String voters) {
        return (int) voters.chars().filter(each -> each == ',').count() + 1;
    }

    static Map<String, String> settings(Path directory, String id, String port, String controllerPort, String voters) {
        int brokers = brokers(voters);
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", id),
                Map.entry("controller.quorum.voters", voters),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort),
                Map.entry("advertised.listeners", "PLAINTEXT://localhost:" + port),
                Map.entry("log.dirs", directory.toString()),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("broker.session.timeout.ms", "5000"),
                Map.entry("broker.heartbeat.interval.ms", "1000"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                // Few partitions, because each costs files and time; all other settings follow the
                // advice for operators.
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("offsets.topic.replication.factor", Integer.toString(brokers)),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("transaction.state.log.replication.factor", Integer.toString(brokers)),
                Map.entry("transaction.state.log.min.isr", Integer.toString(Math.max(1, brokers - 1))),
                Map.entry("share.coordinator.state.topic.num.partitions", "1"),
                Map.entry("log.index.size.max.bytes", Integer.toString(1 << 20)),
                Map.entry("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20)));
    }
}
