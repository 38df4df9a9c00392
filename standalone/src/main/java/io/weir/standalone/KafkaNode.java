package io.weir.standalone;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server$;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.LoggerFactory;

/**
 * A Kafka node that is controller and broker, like Kafka's {@link KafkaRaftServer}, with one
 * difference: after a kill, the broker starts only after the controller has ended the session of
 * the killed broker.
 *
 * <p>Kafka starts both together. The transaction coordinator of the new broker then uses the old
 * broker's leaderships until that session ends, and every partition briefly loses its leader. If
 * the coordinator ends a transaction in that moment, it skips the markers as if the partitions had
 * been deleted (observed with 4.3.1). Consumers that read only committed records then wait forever.
 */
final class KafkaNode implements AutoCloseable {

    private static final long SESSION_ENDS_WITHIN_SECONDS = 60;

    private final int id;
    private final SharedServer shared;
    private final ControllerServer controller;
    private final BrokerServer broker;

    KafkaNode(int id, Map<String, String> settings) {
        this.id = id;
        KafkaConfig config = new KafkaConfig(settings, false);
        var logs = KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(KafkaNode.class), "");
        shared = new SharedServer(
                config,
                logs._1(),
                Time.SYSTEM,
                Server$.MODULE$.initializeMetrics(
                        config, Time.SYSTEM, logs._1().clusterId().orElseThrow()),
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
                new StandardFaultHandlerFactory(),
                ServerSocketFactory.INSTANCE);
        controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), logs._2());
        broker = new BrokerServer(shared);
    }

    /** Returns when clients can connect. */
    void start() throws Exception {
        controller.startup();
        SessionEnd end = new SessionEnd(id);
        shared.loader().installPublishers(List.of(end)).get();
        end.seen.get(SESSION_ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
        shared.loader().removeAndClosePublisher(end).get();
        broker.startup();
    }

    @Override
    public void close() {
        // The broker first: it hands its leaderships back to the controller.
        broker.shutdown();
        controller.shutdown();
        broker.awaitShutdown();
        controller.awaitShutdown();
    }

    /** Detects when the cluster no longer considers a broker of this id alive. */
    private static final class SessionEnd implements MetadataPublisher {

        private final int id;
        private final CompletableFuture<Void> seen = new CompletableFuture<>();

        SessionEnd(int id) {
            this.id = id;
        }

        @Override
        public String name() {
            return "session-end";
        }

        @Override
        public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
            BrokerRegistration registered = image.cluster().broker(id);
            if (registered == null || registered.fenced()) {
                seen.complete(null);
            }
        }

        @Override
        public void close() {
            // There is nothing to release.
        }
    }
}
