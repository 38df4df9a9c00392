package io.weir.contract.service;

import io.weir.contract.topic.Right;
import io.weir.contract.topic.RightsCheck;
import io.weir.contract.topic.ServiceRights;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicMismatchException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits in its own thread until Kafka answers, creates missing topics, and then starts the service.
 * Logs the waiting once and shows it in {@link #health}.
 */
public final class TopicsWait implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicsWait.class);

    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    private static final long TRY_EVERY_MILLIS = 500;

    private final String service;
    private final KafkaSettings kafka;
    private final Runnable then;
    private final Worker worker;
    private volatile Health health;
    private volatile @Nullable Admin admin;

    /**
     * Begins only with {@link #start}.
     *
     * @param then runs once in the waiting thread when all topics exist; its failure makes the
     *     service unhealthy
     */
    public TopicsWait(String service, KafkaSettings kafka, Runnable then) {
        this.service = service;
        this.kafka = kafka;
        this.then = then;
        this.worker = new Worker(service + "-start", this::run);
        this.health = Health.waiting("not started");
    }

    /** Does not block; call it once. */
    public void start() {
        health = Health.waiting(waits());
        worker.start();
    }

    /**
     * Waiting, then running once {@code then} has returned; dead if only an operator or a restart
     * can help.
     */
    public Health health() {
        return health;
    }

    /** Ends the waiting; returns when {@code then} is not running and never will. */
    @Override
    public void close() {
        worker.end();
        Admin waiting = admin;
        if (waiting != null) {
            waiting.close(Duration.ZERO);
        }
        worker.join(ANSWER_WITHIN_MILLIS);
    }

    private void run() throws InterruptedException {
        try {
            if (awaitTopics() && !worker.isEnding()) {
                then.run();
                health = Health.running();
            }
        } catch (TopicMismatchException e) {
            health = Health.dead(rootOf(e));
            LOG.error("{} cannot start: {}", service, rootOf(e));
        } catch (RuntimeException e) {
            health = Health.dead("failed to start: " + e);
            LOG.error("{} failed to start", service, e);
        }
    }

    /** True if the topics exist; false if this was closed. */
    private boolean awaitTopics() throws InterruptedException {
        String logged = "";
        while (!worker.isEnding()) {
            try {
                ensureTopics();
                if (!logged.isEmpty()) {
                    LOG.info("{}: Kafka at {} answers", service, kafka.bootstrap());
                }
                return true;
            } catch (AuthenticationException e) {
                logged = reportRefusal(unknownUser(e), logged);
            } catch (AuthorizationException e) {
                logged = reportRefusal(rootOf(e), logged);
            } catch (KafkaException e) {
                health = Health.waiting(waits());
                if (logged.isEmpty() && !worker.isEnding()) {
                    LOG.info(
                            "{} {}: {}; start it, or name another with kafka.bootstrap (WEIR_KAFKA_BOOTSTRAP)",
                            service,
                            waits(),
                            rootOf(e));
                    logged = waits();
                }
            }
            worker.pause(TRY_EVERY_MILLIS);
        }
        return false;
    }

    /** Logs a reason once; returns the reason logged last. */
    private String reportRefusal(String refused, String logged) {
        health = Health.waiting(refused);
        if (!refused.equals(logged) && !worker.isEnding()) {
            LOG.error("{} cannot start yet: {}", service, refused);
        }
        return refused;
    }

    private String waits() {
        return "waits for Kafka at " + kafka.bootstrap();
    }

    private String unknownUser(AuthenticationException e) {
        return "Kafka at " + kafka.bootstrap() + " does not let " + us() + " in: " + rootOf(e)
                + "; correct kafka.user and its password (kafka.password-file, " + KafkaSettings.PASSWORD
                + "), or kafka.tls";
    }

    private String us() {
        return kafka.principal().orElse("this client");
    }

    private void ensureTopics() {
        Map<String, Object> client = kafka.clientProperties();
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.CLIENT_ID_CONFIG, service + "-start");
        Admin opened = Admin.create(client);
        try {
            admin = opened;
            if (!worker.isEnding()) {
                ensureTopics(opened);
            }
        } finally {
            admin = null;
            opened.close(Duration.ZERO);
        }
    }

    private void ensureTopics(Admin opened) {
        boolean areThere = true;
        try {
            TopicCreator.ensure(opened, kafka.declarations());
        } catch (TopicAuthorizationException e) {
            areThere = false;
        }
        List<Right> missing = RightsCheck.missing(opened, ServiceRights.of(service, kafka.topics()));
        if (!missing.isEmpty()) {
            throw refused("may not "
                    + missing.stream()
                            .map(right -> right.verbs() + " " + right.resource())
                            .collect(Collectors.joining("; ")));
        }
        if (!areThere) {
            throw refused("may not create topics of Weir that are missing");
        }
    }

    private AuthorizationException refused(String what) {
        return new AuthorizationException("Kafka at " + kafka.bootstrap() + " refuses " + us() + ": it " + what
                + "; an administrator gives it the rights of " + service
                + ", and creates missing topics, with: weir acls --apply"
                + " (docs/security.md)");
    }

    private static String rootOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }
}
