package io.weir.dashboard.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.consumer.TopicFollower;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.dashboard.live.HostView;
import io.weir.dashboard.live.LiveHub;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes in {@code weir.hosts} when each host was seen last, so that silent hosts stay known over
 * restarts. The key of a record is the host, its value the tag that names it, its timestamp the
 * time. Notes a new host within ten seconds, then each minute, and at the end. Several dashboards share the topic: each notes only what
 * the topic lacks.
 */
public final class HostLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);

    private static final String THREAD = "weir-dashboard-hosts";
    private static final Duration POLL = Duration.ofMillis(500);
    private static final long INSPECT_EVERY_MILLIS = 10_000;
    private static final long NOTE_EVERY_MILLIS = 60_000;
    private static final int BLOCK_MILLIS = 1_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final KafkaSettings kafka;
    private final TopicPartition hosts;
    private final LiveHub hub;
    private final long expiryMillis;
    private final Clock clock;
    private final TopicFollower follower;

    /** The content of the topic, by host. */
    private final Map<String, Noted> noted = new ConcurrentHashMap<>();

    /** Hosts with records that the hub does not know yet. */
    private final Set<String> news = new HashSet<>();

    private volatile @Nullable Producer<byte[], byte[]> producer;

    /** The end of the topic when the consumer began. */
    private long end;

    private volatile boolean isComplete;
    private long inspectAt;

    /** A record. */
    private record Noted(String tag, long seenMillis) {}

    /**
     * Connects to nothing before {@link #start}.
     *
     * @param expiry a host that is silent for longer is deleted from the topic
     */
    public HostLog(KafkaSettings kafka, LiveHub hub, Duration expiry, Clock clock) {
        this.kafka = kafka;
        this.hosts = new TopicPartition(kafka.topics().hosts(), 0);
        this.hub = hub;
        this.expiryMillis = expiry.toMillis();
        this.clock = clock;
        ConsumerSettings settings = ConsumerSettings.follower(kafka).with(ConsumerConfig.CLIENT_ID_CONFIG, THREAD);
        this.follower = new TopicFollower(THREAD, hosts.topic(), POLL, settings, this::begin, this::take);
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
                note(open, 1);
            }
            open.close(CLOSE_WITHIN);
        }
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        consumer.assign(List.of(hosts));
        end = consumer.endOffsets(List.of(hosts)).getOrDefault(hosts, 0L);
        consumer.seekToBeginning(List.of(hosts));
    }

    private boolean take(ConsumerRecords<byte[], byte[]> records, KafkaConsumer<byte[], byte[]> consumer) {
        long nowMillis = clock.millis();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            take(record);
        }
        isComplete |= consumer.position(hosts) >= end;
        if (isComplete) {
            // Only now, because a later record may delete an earlier one.
            news.forEach(host -> recall(host, nowMillis));
            news.clear();
        }
        Producer<byte[], byte[]> open = producer;
        if (isComplete && open != null && nowMillis >= inspectAt) {
            inspectAt = nowMillis + INSPECT_EVERY_MILLIS;
            note(open, NOTE_EVERY_MILLIS);
            deleteExpired(open, nowMillis);
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
            noted.remove(host);
        } else {
            noted.put(host, new Noted(new String(record.value(), UTF_8), record.timestamp()));
            news.add(host);
        }
    }

    private void recall(String host, long nowMillis) {
        Noted last = noted.get(host);
        if (last != null && last.seenMillis >= nowMillis - expiryMillis) {
            hub.recall(last.tag, host, last.seenMillis);
        }
    }

    /** Notes new hosts, and those that were seen at least this long after the time in the topic. */
    private void note(Producer<byte[], byte[]> open, long sinceMillis) {
        for (HostView host : hub.hosts()) {
            Noted last = noted.get(host.host());
            boolean isDue = last == null || host.seenMillis() - last.seenMillis >= sinceMillis;
            if (isDue && !host.host().isEmpty()) {
                noted.put(host.host(), new Noted(host.tag(), host.seenMillis()));
                send(open, host.host(), host.tag().getBytes(UTF_8), host.seenMillis());
            }
        }
    }

    private void deleteExpired(Producer<byte[], byte[]> open, long nowMillis) {
        noted.forEach((host, last) -> {
            if (last.seenMillis < nowMillis - expiryMillis) {
                noted.remove(host);
                send(open, host, null, nowMillis);
            }
        });
    }

    private void send(Producer<byte[], byte[]> open, String host, byte @Nullable [] tag, long millis) {
        var unused = open.send(
                new ProducerRecord<>(hosts.topic(), 0, Math.max(0, millis), host.getBytes(UTF_8), tag),
                (written, e) -> {
                    if (e != null) {
                        LOG.warn("{}: the time of host {} is not noted: {}", hosts.topic(), host, e.toString());
                    }
                });
    }
}
