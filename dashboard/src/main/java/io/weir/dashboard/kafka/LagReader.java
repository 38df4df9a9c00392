package io.weir.dashboard.kafka;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Worker;
import io.weir.dashboard.live.Lags;
import io.weir.dashboard.live.Lags.Progress;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries Kafka every few seconds for the progress of Weir's consumer groups, in its own thread. So
 * it detects services on any machine, and whether they run.
 */
public final class LagReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LagReader.class);

    private static final String GROUPS = "weir-";
    private static final String BRIDGES = "phoebus-";
    private static final long EVERY_MILLIS = 5_000;
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    private static final long END_WITHIN_MILLIS = 2_000;

    private final KafkaSettings kafka;
    private final Lags lags;
    private final Clock clock;
    private final Worker worker = new Worker("weir-dashboard-lag", this::run);
    private volatile @Nullable Admin admin;
    private boolean isReported;

    /** Queries nothing before {@link #start}. */
    public LagReader(KafkaSettings kafka, Lags lags, Clock clock) {
        this.kafka = kafka;
        this.lags = lags;
        this.clock = clock;
    }

    /** Returns immediately. Call once. */
    public void start() {
        worker.start();
    }

    @Override
    public void close() {
        worker.end();
        Admin asked = admin;
        if (asked != null) {
            asked.close(Duration.ZERO);
        }
        worker.join(END_WITHIN_MILLIS);
    }

    private void run() throws InterruptedException {
        try (Admin opened = Admin.create(settings())) {
            admin = opened;
            worker.every(EVERY_MILLIS, () -> query(opened));
        }
    }

    private void query(Admin opened) throws InterruptedException {
        try {
            lags.take(clock.millis(), progress(opened));
            isReported = false;
        } catch (ExecutionException | KafkaException e) {
            if (!isReported && !worker.isEnding()) {
                isReported = true;
                LOG.info(
                        "the dashboard cannot read consumer lag: {}; where Kafka has access control, permit it to"
                                + " describe the groups {}*",
                        e.getMessage(),
                        kafka.topics().prefix() + GROUPS);
            }
        }
    }

    private Map<String, Progress> progress(Admin asked) throws ExecutionException, InterruptedException {
        Map<String, Boolean> groups = groups(asked);
        if (groups.isEmpty()) {
            return Map.of();
        }
        Map<String, ListConsumerGroupOffsetsSpec> specs = groups.keySet().stream()
                .collect(Collectors.toMap(group -> group, group -> new ListConsumerGroupOffsetsSpec()));
        Map<String, Map<TopicPartition, OffsetAndMetadata>> finished =
                asked.listConsumerGroupOffsets(specs).all().get();
        Map<TopicPartition, Long> ends = ends(asked, finished);
        Map<String, Progress> progress = new HashMap<>();
        finished.forEach((group, offsets) -> {
            long done = 0;
            long written = 0;
            for (Map.Entry<TopicPartition, OffsetAndMetadata> offset : offsets.entrySet()) {
                Long end = ends.get(offset.getKey());
                if (end != null && offset.getValue() != null) {
                    done += offset.getValue().offset();
                    written += Math.max(end, offset.getValue().offset());
                }
            }
            String stage = group.substring((kafka.topics().prefix() + GROUPS).length());
            progress.put(stage, new Progress(done, written, Boolean.TRUE.equals(groups.get(group))));
        });
        return progress;
    }

    /**
     * Weir's groups and whether they have members. Excludes bridges to Phoebus, whose topics do not
     * belong to Weir.
     */
    private Map<String, Boolean> groups(Admin asked) throws ExecutionException, InterruptedException {
        String prefix = kafka.topics().prefix() + GROUPS;
        return asked.listGroups(ListGroupsOptions.forConsumerGroups()).all().get().stream()
                .filter(group ->
                        group.groupId().startsWith(prefix) && !group.groupId().startsWith(prefix + BRIDGES))
                .collect(Collectors.toMap(GroupListing::groupId, group -> group.groupState()
                        .filter(state -> state != GroupState.EMPTY && state != GroupState.DEAD)
                        .isPresent()));
    }

    private static Map<TopicPartition, Long> ends(
            Admin asked, Map<String, Map<TopicPartition, OffsetAndMetadata>> finished)
            throws ExecutionException, InterruptedException {
        Set<TopicPartition> partitions = new HashSet<>();
        finished.values().forEach(offsets -> partitions.addAll(offsets.keySet()));
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        // Records in an unfinished transaction are not readable yet.
        Map<TopicPartition, ListOffsetsResultInfo> ends = asked.listOffsets(
                        latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get();
        return ends.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue()
                .offset()));
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "weir-dashboard-lag");
        return settings;
    }
}
