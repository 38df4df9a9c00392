package io.weir.dashboard.kafka;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.TopicFollower;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.RefusedLines;
import io.weir.dashboard.meter.DashboardMeters;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows {@code metrics.live} and {@code metrics.rejected} in its own thread: the first from now
 * on, the second including its latest records. Uses no consumer group. If it cannot keep up, it
 * skips to the newest records, because a live page must not lag.
 */
public final class LiveReader implements AutoCloseable {
    private static final String THREAD = "weir-dashboard-live";
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long MEASURE_EVERY_MILLIS = 2_000;
    private static final long FORGET_EVERY_MILLIS = 60_000;
    private static final long TOO_LATE_MILLIS = 10_000;
    private static final long TOO_MANY_RECORDS = 500;
    private static final long REFUSED_BEFORE = 100;

    private final KafkaSettings kafka;
    private final LiveHub hub;
    private final RefusedLines refused;
    private final long expiryMillis;
    private final long hostExpiryMillis;
    private final Clock clock;
    private final DashboardMeters meters;
    private final TopicFollower follower;
    private List<TopicPartition> live = List.of();
    private long measureAt;
    private long forgetAt;

    /**
     * Reads nothing before {@link #start}.
     *
     * @param expiry a series that is silent for longer is forgotten
     * @param hostExpiry a host without series that is silent for longer is forgotten
     */
    public LiveReader(
            KafkaSettings kafka,
            LiveHub hub,
            RefusedLines refused,
            Duration expiry,
            Duration hostExpiry,
            Clock clock,
            DashboardMeters meters) {
        this.kafka = kafka;
        this.hub = hub;
        this.refused = refused;
        this.expiryMillis = expiry.toMillis();
        this.hostExpiryMillis = hostExpiry.toMillis();
        this.clock = clock;
        this.meters = meters;
        ConsumerSettings settings = ConsumerSettings.follower(kafka)
                .with(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest")
                .with(ConsumerConfig.CLIENT_ID_CONFIG, THREAD);
        this.follower = new TopicFollower(THREAD, kafka.topics().live(), POLL, settings, this::begin, this::take);
    }

    /** Returns immediately. Call once, when the topics exist. */
    public void start() {
        follower.start();
    }

    /** Ready while it reads. */
    public Health health() {
        return follower.health();
    }

    @Override
    public void close() {
        follower.close();
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        live = partitions(consumer, kafka.topics().live());
        List<TopicPartition> rejected = partitions(consumer, kafka.topics().rejected());
        List<TopicPartition> all = new ArrayList<>(live);
        all.addAll(rejected);
        consumer.assign(all);
        consumer.seekToEnd(live);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(rejected);
        consumer.endOffsets(rejected)
                .forEach((partition, end) ->
                        consumer.seek(partition, Math.max(begins.getOrDefault(partition, 0L), end - REFUSED_BEFORE)));
        // Fixes the end at this time, not at the first poll.
        live.forEach(consumer::position);
    }

    private boolean take(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        long nowMillis = clock.millis();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (BatchHeaders.isEmpty(record.value())) {
                continue;
            }
            if (record.topic().equals(kafka.topics().live())) {
                hub.take(record.value(), record.timestamp());
            } else {
                refused.take(Rejection.read(record.headers()), record.value(), record.timestamp());
            }
        }
        live.forEach(partition -> catchUp(records.records(partition), consumer, partition, nowMillis));
        if (nowMillis >= measureAt) {
            measureAt = nowMillis + MEASURE_EVERY_MILLIS;
            hub.measure(nowMillis);
        }
        if (nowMillis >= forgetAt) {
            forgetAt = nowMillis + FORGET_EVERY_MILLIS;
            hub.forgetBefore(nowMillis - expiryMillis, nowMillis - hostExpiryMillis);
        }
        return true;
    }

    /**
     * Skips only late records with a long queue: a wrong clock alone, or a long queue of new
     * records, skips nothing.
     */
    private void catchUp(
            List<ConsumerRecord<byte[], byte[]>> read,
            KafkaConsumer<byte[], byte[]> consumer,
            TopicPartition partition,
            long nowMillis) {
        if (!read.isEmpty() && nowMillis - read.get(read.size() - 1).timestamp() > TOO_LATE_MILLIS) {
            long behind = consumer.currentLag(partition).orElse(0);
            if (behind > TOO_MANY_RECORDS) {
                meters.skipped(behind);
                consumer.seekToEnd(List.of(partition));
            }
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }
}
