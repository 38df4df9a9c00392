package io.weir.dashboard.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.PartitionPosition;
import io.weir.contract.consumer.TopicFollower;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.dashboard.live.HostView;
import io.weir.dashboard.live.LiveHub;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes in {@code weir.hosts} when each host was seen last, so that silent hosts stay known over
 * restarts. The key of a record is the host, its value the tag that names it, its timestamp the
 * time. Notes a new host within ten seconds, then each minute, and at the end. Has as many hosts as
 * the hub may know. Several dashboards share the topic: each notes only what the topic lacks.
 */
public final class HostLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);

    private static final String THREAD = "weir-dashboard-hosts";
    private static final Duration POLL = Duration.ofMillis(500);
    private static final long INSPECT_EVERY_MILLIS = 10_000;
    private static final long NOTE_EVERY_MILLIS = 60_000;
    private static final int BLOCK_MILLIS = 1_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    /** Hosts seen longest ago come first. */
    private static final Comparator<Map.Entry<String, Noted>> BY_AGE =
            Comparator.comparingLong(entry -> entry.getValue().seenMillis);

    private final KafkaSettings kafka;
    private final String topic;
    private final PartitionPosition position;
    private final LiveHub hub;
    private final long expiryMillis;
    private final Clock clock;
    private final TopicFollower follower;

    /** The content of the topic, by host. */
    private final Map<String, Noted> noted = new ConcurrentHashMap<>();

    /** Hosts with records that the hub does not know yet. */
    private final Set<String> news = new HashSet<>();

    private final AtomicInteger failures = new AtomicInteger();
    private volatile String lastFailure = "";
    private volatile @Nullable Producer<byte[], byte[]> producer;

    private volatile boolean isComplete;
    private long inspectAt;

    /**
     * The last record of a host. A deleted one is kept while the hub knows the host, so that two
     * dashboards do not note and delete it in turn.
     */
    private record Noted(String tag, long seenMillis, boolean isDeleted) {}

    /**
     * Connects to nothing before {@link #start}.
     *
     * @param expiry a host that is silent for longer is deleted from the topic
     */
    public HostLog(KafkaSettings kafka, LiveHub hub, Duration expiry, Clock clock) {
        this.kafka = kafka;
        this.topic = kafka.topics().hosts();
        this.position = new PartitionPosition(topic);
        this.hub = hub;
        this.expiryMillis = expiry.toMillis();
        this.clock = clock;
        ConsumerSettings settings = ConsumerSettings.follower(kafka).with(ConsumerConfig.CLIENT_ID_CONFIG, THREAD);
        this.follower = new TopicFollower(THREAD, topic, POLL, settings, position::begin, this::take);
    }

    /** Returns immediately. Call once, when the topic exists. */
    public void start() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, THREAD);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        follower.start();
    }

    /** Ready once the topic is read. */
    public Health health() {
        return follower.health();
    }

    /** Notes the hosts that were seen since the last note. */
    @Override
    public void close() {
        follower.close();
        Producer<byte[], byte[]> open = producer;
        if (open != null) {
            if (isComplete) {
                note(open, 1, clock.millis());
            }
            open.close(CLOSE_WITHIN);
            logFailures();
        }
    }

    private boolean take(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        long nowMillis = clock.millis();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            take(record);
        }
        isComplete |= position.advance(consumer);
        if (isComplete) {
            // Only now, because a later record may delete an earlier one.
            recall(nowMillis);
            news.clear();
        }
        Producer<byte[], byte[]> open = producer;
        if (isComplete && open != null && nowMillis >= inspectAt) {
            inspectAt = nowMillis + INSPECT_EVERY_MILLIS;
            logFailures();
            note(open, NOTE_EVERY_MILLIS, nowMillis);
            deleteOld(open, nowMillis);
        }
        return isComplete;
    }

    /** Ignores records without a host, which Weir does not write. */
    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return;
        }
        String host = new String(record.key(), UTF_8);
        if (record.value() == null) {
            noted.computeIfPresent(host, (same, last) -> new Noted(last.tag, last.seenMillis, true));
        } else {
            noted.put(host, new Noted(new String(record.value(), UTF_8), record.timestamp(), false));
            news.add(host);
        }
    }

    /** Starts with the hosts seen latest, in case the hub has no room for all. */
    private void recall(long nowMillis) {
        List<Map.Entry<String, Noted>> recalled = new ArrayList<>();
        for (String host : news) {
            Noted last = noted.get(host);
            if (last != null && !last.isDeleted && !isExpired(last.seenMillis, nowMillis)) {
                recalled.add(Map.entry(host, last));
            }
        }
        recalled.sort(BY_AGE.reversed());
        recalled.stream()
                .limit(LiveHub.MOST_HOSTS)
                .forEach(entry -> hub.recall(entry.getValue().tag, entry.getKey(), entry.getValue().seenMillis));
    }

    private boolean isExpired(long seenMillis, long nowMillis) {
        return seenMillis < nowMillis - expiryMillis;
    }

    /** Notes new hosts, and those that were seen at least this long after the time in the topic. */
    private void note(Producer<byte[], byte[]> open, long sinceMillis, long nowMillis) {
        Set<String> known = new HashSet<>();
        for (HostView host : hub.hosts()) {
            known.add(host.host());
            Noted last = noted.get(host.host());
            boolean isDue = last == null || host.seenMillis() - last.seenMillis >= sinceMillis;
            if (isDue && !host.host().isEmpty() && !isExpired(host.seenMillis(), nowMillis)) {
                write(open, host.host(), last, new Noted(host.tag(), host.seenMillis(), false), nowMillis);
            }
        }
        noted.entrySet().removeIf(entry -> entry.getValue().isDeleted && !known.contains(entry.getKey()));
    }

    /** Deletes the expired hosts, and of too many those seen longest ago. */
    private void deleteOld(Producer<byte[], byte[]> open, long nowMillis) {
        List<Map.Entry<String, Noted>> oldest = new ArrayList<>();
        noted.forEach((host, last) -> {
            if (!last.isDeleted) {
                oldest.add(Map.entry(host, last));
            }
        });
        oldest.sort(BY_AGE);
        int excess = oldest.size() - LiveHub.MOST_HOSTS;
        for (int i = 0; i < oldest.size(); i++) {
            Noted last = oldest.get(i).getValue();
            if (i >= excess && !isExpired(last.seenMillis, nowMillis)) {
                return;
            }
            write(open, oldest.get(i).getKey(), last, new Noted(last.tag, last.seenMillis, true), nowMillis);
        }
    }

    /** Writes a note, or deletes one. After an error, the next inspection tries it again. */
    private void write(Producer<byte[], byte[]> open, String host, @Nullable Noted last, Noted next, long nowMillis) {
        noted.put(host, next);
        byte[] tag = next.isDeleted ? null : next.tag.getBytes(UTF_8);
        long millis = Math.max(0, next.isDeleted ? nowMillis : next.seenMillis);
        var unused = open.send(new ProducerRecord<>(topic, 0, millis, host.getBytes(UTF_8), tag), (written, e) -> {
            if (e != null) {
                lastFailure = host + ": " + e;
                failures.incrementAndGet();
                undo(host, last, next);
            }
        });
    }

    private void undo(String host, @Nullable Noted last, Noted next) {
        if (last == null) {
            noted.remove(host, next);
        } else {
            noted.replace(host, next, last);
        }
    }

    private void logFailures() {
        int failed = failures.getAndSet(0);
        if (failed > 0) {
            LOG.warn("{}: {} notes of hosts were not written, the last one of {}", topic, failed, lastFailure);
        }
    }
}
