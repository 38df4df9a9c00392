package io.weir.standalone.embedded;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A Kafka node that is controller and broker, like Kafka's {@link KafkaRaftServer}, with one
 * difference: the controller ends the session of a killed broker before the broker starts, and
 * never that of the running broker.
 *
 * <p>When a session ends, every partition briefly loses its leader. If the transaction coordinator
 * ends a transaction in that moment, it skips the markers as if the partitions had been deleted
 * (observed with 4.3.1). Consumers that read only committed records then wait forever. Kafka starts
 * controller and broker together, so this happens after a kill. It also happens after a pause of
 * the whole process: the controller finds that the broker was silent.
 */
public final class KafkaNode implements AutoCloseable {

    /** After a kill, the start waits for so long. */
    private static final Duration SESSION_OF_THE_DEAD = Duration.ofSeconds(2);
    /** Longer than any pause of the process. No other broker could take over from the only one. */
    private static final Duration SESSION = Duration.ofDays(1);

    private static final long SESSION_ENDS_WITHIN_SECONDS = 60;

    private final int id;
    private final Map<String, String> settings;
    private Quorum quorum;
    private @Nullable BrokerServer broker;

    /** Connects only after {@link #start}; the settings contain no session timeout. */
    public KafkaNode(int id, Map<String, String> settings) {
        this.id = id;
        this.settings = Map.copyOf(settings);
        quorum = quorum(SESSION);
    }

    /** Returns when clients can connect. */
    public void start() throws Exception {
        quorum.controller.startup();
        if (awaitRegistration(any -> true)) {
            restartController(SESSION_OF_THE_DEAD);
            awaitRegistration(isAlive -> !isAlive);
            restartController(SESSION);
        }
        BrokerServer starting = new BrokerServer(quorum.shared);
        broker = starting;
        starting.startup();
    }

    @Override
    public void close() {
        BrokerServer running = broker;
        if (running != null) {
            // The broker first: it hands its leaderships back to the controller.
            running.shutdown();
        }
        quorum.close();
    }

    private void restartController(Duration session) {
        quorum.close();
        quorum = quorum(session);
        quorum.controller.startup();
    }

    private Quorum quorum(Duration session) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("broker.session.timeout.ms", Long.toString(session.toMillis()));
        KafkaConfig config = new KafkaConfig(all, false);
        var logs = KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(KafkaNode.class), "");
        SharedServer shared = new SharedServer(
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
        return new Quorum(shared, new ControllerServer(shared, KafkaRaftServer.configSchema(), logs._2()));
    }

    /**
     * Waits for the cluster's metadata to satisfy the condition; the argument and the result are
     * whether the cluster considers the broker of this id alive.
     */
    private boolean awaitRegistration(Predicate<Boolean> condition) throws Exception {
        Registration registration = new Registration(id, condition);
        quorum.shared.loader().installPublishers(List.of(registration)).get();
        boolean isAlive = registration.isAlive.get(SESSION_ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
        quorum.shared.loader().removeAndClosePublisher(registration).get();
        return isAlive;
    }

    /** The controller, and what it shares with the broker. */
    private record Quorum(SharedServer shared, ControllerServer controller) {

        void close() {
            controller.shutdown();
            controller.awaitShutdown();
        }
    }

    /** Completes when the metadata satisfies the condition. */
    private static final class Registration implements MetadataPublisher {

        private final int id;
        private final Predicate<Boolean> condition;
        private final CompletableFuture<Boolean> isAlive = new CompletableFuture<>();

        Registration(int id, Predicate<Boolean> condition) {
            this.id = id;
            this.condition = condition;
        }

        @Override
        public String name() {
            return "registration";
        }

        @Override
        public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
            BrokerRegistration registered = image.cluster().broker(id);
            boolean isAliveNow = registered != null && !registered.fenced();
            if (condition.test(isAliveNow)) {
                isAlive.complete(isAliveNow);
            }
        }

        @Override
        public void close() {
            // There is nothing to release.
        }
    }
}
