package io.weir.phoebus;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.service.Worker;
import io.weir.contract.topic.TopicMismatchException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the bridge to Phoebus as a service: one {@link Session} after the other, in a thread of its
 * own. After a Kafka failure everything is sent again.
 */
public final class PhoebusService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(PhoebusService.class);

    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long CLOSE_MILLIS = 4_500;

    private final PhoebusConfig config;
    private final boolean isOn;
    private final KafkaSettings kafka;
    private final PhoebusMeters meters;
    private final RejectedRecords rejected;
    private final MissedRecords missed;
    private final TopicsWait topics;
    private final Worker worker = new Worker("weir-phoebus", this::run);
    private volatile Health health = Health.waiting("starting");
    private volatile @Nullable Session session;

    /**
     * Creates the service without connecting; {@link #start} connects.
     *
     * @param isOn whether the bridge runs at all
     */
    public PhoebusService(PhoebusConfig config, boolean isOn, KafkaSettings kafka, MeterRegistry meters) {
        this.config = config;
        this.isOn = isOn;
        this.kafka = kafka;
        this.meters = new PhoebusMeters(meters);
        this.rejected = new RejectedRecords(name(), kafka);
        this.missed = new MissedRecords(name(), meters, rejected);
        this.topics = new TopicsWait(name(), kafka, worker::start);
    }

    @Override
    public String name() {
        return "phoebus";
    }

    @Override
    public void start() {
        if (isOn) {
            LOG.info("start config={} kafka={}", config.configName(), kafka.bootstrap());
            topics.start();
        }
    }

    @Override
    public Health health() {
        if (!isOn) {
            return Health.off();
        }
        Health start = topics.health();
        return start.ready() ? health : start;
    }

    @Override
    public void close() {
        worker.end();
        topics.close();
        Session running = session;
        if (running != null) {
            running.wakeUp();
        }
        worker.join(CLOSE_MILLIS);
        rejected.close();
    }

    private void run() throws InterruptedException {
        boolean isResend = false;
        try {
            while (!worker.isEnding()) {
                bridge(isResend);
                isResend = true;
            }
        } catch (TopicMismatchException e) {
            LOG.error("phoebus cannot start: {}", e.getMessage());
            health = Health.dead(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            LOG.error("phoebus failed", e);
            health = Health.dead("failed: " + e);
        }
    }

    /** Runs until it is closed, a client asks for everything again, or Kafka fails. */
    private void bridge(boolean isResend) throws InterruptedException {
        try {
            ensureTopics();
            try (Session running = new Session(config, kafka, meters, missed)) {
                session = running;
                if (worker.isEnding()) {
                    return;
                }
                running.begin(isResend);
                health = Health.running();
                while (!worker.isEnding() && !running.isResendAsked()) {
                    running.turn();
                }
            } finally {
                session = null;
            }
        } catch (WakeupException e) {
            LOG.debug("stopping");
        } catch (KafkaException e) {
            if (health.ready() || !isResend) {
                LOG.warn("Kafka failed; phoebus reads and sends everything again reason={}", e.toString());
            }
            health = Health.waiting("Kafka: " + e);
            worker.pause(RETRY_AFTER_MILLIS);
        }
    }

    private void ensureTopics() {
        Map<String, Object> client = kafka.clientProperties();
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.CLIENT_ID_CONFIG, "weir-phoebus-start");
        Admin admin = Admin.create(client);
        try {
            new PhoebusTopics(config.configName()).ensure(admin, kafka.replication());
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
