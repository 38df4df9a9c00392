package io.weir.contract.streams;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Worker;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices within seconds that a changelog of a running application was deleted or recreated. Kafka
 * Streams goes on, and a later restore would silently lack the state that was written before.
 */
final class ChangelogWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChangelogWatch.class);

    private static final long LOOK_EVERY_MILLIS = 5_000;
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    /** A broker that has just started may not know a topic yet. */
    private static final int MISSING_LOOKS = 3;

    private final ChangelogIds ids;
    private final Map<String, Object> client;
    private final Consumer<String> found;
    private final Worker worker;
    private final Map<String, Integer> missing = new HashMap<>();

    /**
     * Begins only with {@link #start}.
     *
     * @param found receives what happened to which changelogs, once; the watch then ends
     */
    ChangelogWatch(String service, ChangelogIds ids, KafkaSettings kafka, Consumer<String> found) {
        this.ids = ids;
        this.client = kafka.clientProperties();
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        this.found = found;
        this.worker = new Worker(service + "-changelogs", this::run);
    }

    void start() {
        if (!ids.changelogs().isEmpty()) {
            worker.start();
        }
    }

    private void run() throws InterruptedException {
        worker.retrying(
                this::watch,
                e -> LOG.warn("the changelogs cannot be watched; retrying: {}", e.toString()),
                LOOK_EVERY_MILLIS);
    }

    private void watch() throws InterruptedException {
        try (Admin admin = Admin.create(client)) {
            while (!worker.isEnding()) {
                Set<String> gone = look(admin);
                if (!gone.isEmpty()) {
                    worker.end();
                    found.accept(String.join(", ", gone) + " deleted or recreated");
                }
                worker.pause(LOOK_EVERY_MILLIS);
            }
        }
    }

    private Set<String> look(Admin admin) throws InterruptedException {
        Map<String, Uuid> existing = new HashMap<>();
        Set<String> gone = new TreeSet<>();
        for (var each : admin.describeTopics(ids.changelogs()).topicNameValues().entrySet()) {
            try {
                existing.put(each.getKey(), each.getValue().get().topicId());
                missing.remove(each.getKey());
            } catch (ExecutionException e) {
                boolean isMissing = e.getCause() instanceof UnknownTopicOrPartitionException;
                if (!isMissing) {
                    LOG.debug("cannot look at {}", each.getKey(), e);
                } else if (ids.isKnown(each.getKey())
                        && missing.merge(each.getKey(), 1, Integer::sum) >= MISSING_LOOKS) {
                    gone.add(each.getKey());
                }
            }
        }
        gone.addAll(ids.recreated(existing));
        return gone;
    }

    @Override
    public void close() {
        worker.end();
    }
}
