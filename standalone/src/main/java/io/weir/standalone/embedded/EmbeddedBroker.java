package io.weir.standalone.embedded;

import io.weir.contract.service.PortMistake;
import io.weir.contract.service.StartException;
import io.weir.contract.service.WantedPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Kafka's own broker and controller in this process, for this machine only. Its directory survives
 * restarts.
 */
public final class EmbeddedBroker implements AutoCloseable {

    /** The loopback address: only this machine can connect. */
    public static final String HOST = "127.0.0.1";

    public static final int NODE_ID = 1;
    public static final String CONTROLLER = "CONTROLLER";

    private final KafkaNode node;
    private final String bootstrap;

    private EmbeddedBroker(KafkaNode node, String bootstrap) {
        this.node = node;
        this.bootstrap = bootstrap;
    }

    /**
     * Starts the broker and returns when clients can connect. The first start in a directory
     * creates a cluster there. Later starts abort transactions that a loss of power left open.
     *
     * @param directory created if missing; used by one broker at a time
     * @throws StartException if a port is taken or the broker cannot start in this directory
     */
    public static EmbeddedBroker start(Path directory, int port, int controllerPort) {
        WantedPort.requireFree(ports(port, controllerPort));
        try {
            KafkaDirectory.format(directory, NODE_ID, CONTROLLER);
            KafkaNode node = new KafkaNode(NODE_ID, settings(directory, port, controllerPort));
            node.start();
            EmbeddedBroker broker = new EmbeddedBroker(node, HOST + ":" + port);
            HangingTransactions.abort(broker.bootstrap());
            return broker;
        } catch (StartException e) {
            throw e;
        } catch (Exception e) {
            throw new StartException(
                    "the embedded Kafka cannot start in " + directory + ": " + e.getMessage()
                            + "; name another --data directory, or an existing Kafka with --bootstrap",
                    e);
        }
    }

    /** The ports that the broker will listen on. */
    public static List<WantedPort> ports(int port, int controllerPort) {
        return List.of(
                new WantedPort(HOST, port, new PortMistake("tcp", "Kafka", "--kafka-port", "")),
                new WantedPort(
                        HOST,
                        controllerPort,
                        new PortMistake("tcp", "Kafka's controller", "--kafka-controller-port", "")));
    }

    /** Address for clients: HOST:PORT. */
    public String bootstrap() {
        return bootstrap;
    }

    /** Flushes and ends the broker; returns when its ports are free again. */
    @Override
    public void close() {
        node.close();
    }

    /** The settings of the broker, by their Kafka names. */
    public static Map<String, String> settings(Path directory, int port, int controllerPort) {
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(NODE_ID)),
                Map.entry("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry(
                        "listeners",
                        "PLAINTEXT://" + HOST + ":" + port + "," + CONTROLLER + "://" + HOST + ":" + controllerPort),
                Map.entry("advertised.listeners", "PLAINTEXT://" + HOST + ":" + port),
                Map.entry("log.dirs", directory.toString()),
                Map.entry("auto.create.topics.enable", "false"),
                // One broker allows one replica of everything. Partitions are few, because each
                // costs files and start time.
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.num.partitions", "1"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                Map.entry("broker.heartbeat.interval.ms", "1000"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                // Bounds for topics that declare none.
                Map.entry("log.retention.bytes", Long.toString(1L << 30)),
                Map.entry("log.index.size.max.bytes", Integer.toString(1 << 20)),
                Map.entry("num.network.threads", "2"),
                Map.entry("num.io.threads", "4"),
                Map.entry("background.threads", "2"),
                // The default of 128 MiB of heap suits larger topics than those of a demonstration.
                Map.entry("log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20)));
    }
}
