package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Source;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bridge between two failures: reads {@code alarms.state} and Phoebus' topic from the
 * beginning, writes the differences, and follows. Its only persistent state is the offset of the
 * commands. Used by one thread, except {@link #wakeUp}.
 */
final class Session implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final PhoebusConfig config;
    private final PhoebusMeters meters;
    private final TopicPartition states;
    private final TopicPartition items;
    private final TopicPartition requests;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Resumption resumption;
    private final KafkaOutlet outlet;
    private final AlarmTree tree;
    private final Mirror mirror;
    private final Set<Request.Kind> loggedKinds = EnumSet.noneOf(Request.Kind.class);
    private long lastStateNanos;
    private boolean isResendAsked;

    /** Creates the session; {@link #begin} starts reading. */
    Session(PhoebusConfig config, KafkaSettings kafka, PhoebusMeters meters, MissedRecords missed) {
        this.config = config;
        this.meters = meters;
        PhoebusTopics topics = new PhoebusTopics(config.configName());
        states = new TopicPartition(kafka.topics().state(), 0);
        items = new TopicPartition(topics.config(), 0);
        requests = new TopicPartition(topics.command(), 0);
        tree = new AlarmTree(config.configName());
        mirror = new Mirror(tree);
        // The session does not join the group; the group only stores the offset of the commands.
        consumer = ConsumerSettings.member(kafka, "weir-phoebus-" + config.configName())
                .committedOnly()
                .with(ConsumerConfig.CLIENT_ID_CONFIG, "weir-phoebus")
                .with(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_WITHIN.toMillis())
                .open();
        resumption = new Resumption(consumer, missed, this::moved);
        outlet = new KafkaOutlet(kafka, topics, meters);
    }

    /**
     * Returns after Phoebus' topic has, or is sent, the right content.
     *
     * @param isResend whether to write everything, not only the differences
     */
    void begin(boolean isResend) {
        List<TopicPartition> kept = List.of(states, items);
        consumer.assign(kept);
        consumer.seekToBeginning(kept);
        Map<TopicPartition, Long> ends = consumer.endOffsets(kept, ANSWER_WITHIN);
        while (kept.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
            take(resumption.poll(POLL));
        }
        if (isResend) {
            mirror.resend();
        }
        sync(System.nanoTime());
        outlet.flush();
        sendHeartbeat(System.nanoTime());
        consumer.assign(List.of(states, items, requests));
        meters.session();
        LOG.info("phoebus shows config={} alarms={} resent={}", config.configName(), tree.size(), isResend);
    }

    /** Polls the topics once; returns within about 0.1 s. */
    void turn() {
        take(resumption.poll(POLL));
        long nowNanos = System.nanoTime();
        sync(nowNanos);
        if (nowNanos - lastStateNanos >= config.idle().toNanos()) {
            sendHeartbeat(nowNanos);
        }
        outlet.requireNoFailure();
    }

    /** Returns whether a client asked to read and write everything again. */
    boolean isResendAsked() {
        return isResendAsked;
    }

    /** Ends a {@link #turn} early, with a {@link WakeupException}; callable from any thread. */
    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        outlet.close();
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        meters.alarms(0);
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        records.records(states).forEach(this::takeState);
        records.records(items).forEach(this::takeItem);
        List<ConsumerRecord<byte[], byte[]>> asked = records.records(requests);
        if (!asked.isEmpty()) {
            asked.forEach(this::takeRequest);
            // The commands are durable before the offset is committed; alarming executes repeated
            // ones once.
            outlet.flush();
            OffsetAndMetadata next =
                    new OffsetAndMetadata(asked.get(asked.size() - 1).offset() + 1);
            consumer.commitSync(Map.of(requests, next), ANSWER_WITHIN);
        }
    }

    private void moved(TopicPartition partition, long next) {
        if (partition.equals(requests)) {
            consumer.commitSync(Map.of(requests, new OffsetAndMetadata(next)), ANSWER_WITHIN);
        }
    }

    private void takeState(ConsumerRecord<byte[], byte[]> record) {
        String id = record.key() == null ? "" : new String(record.key(), UTF_8);
        if (record.value() == null) {
            tree.put(id, null, mirror::touch);
            return;
        }
        try {
            AlarmEvent alarm = AlarmJson.readEvent(record.value());
            tree.put(id, Item.of(alarm, config.timeZone()), mirror::touch);
        } catch (IllegalArgumentException e) {
            LOG.debug("{}@{} is no state of an alarm", states, record.offset(), e);
            meters.unreadable();
        }
    }

    private void takeItem(ConsumerRecord<byte[], byte[]> record) {
        boolean isOwn = outlet.isOwn(record.headers());
        String key = record.key() == null ? "" : new String(record.key(), UTF_8);
        if (!isOwn && mirror.onRecord(key, record.value()) && lastStateNanos != 0) {
            meters.foreign();
        }
    }

    private void takeRequest(ConsumerRecord<byte[], byte[]> record) {
        Source source = new Source(record.topic(), record.partition(), record.offset());
        @Nullable String key = record.key() == null ? null : new String(record.key(), UTF_8);
        Request request = Request.read(source, record.timestamp(), key, record.value(), tree.root(), tree.rules());
        meters.request(request.kind());
        request.commands().forEach(outlet::command);
        if (request.kind() == Request.Kind.RESEND) {
            isResendAsked = true;
            LOG.info("a Phoebus client requests everything again record={}", source);
        } else if (request.kind() != Request.Kind.SENT && loggedKinds.add(request.kind())) {
            LOG.warn(
                    "a command of a Phoebus client is {} record={}; further ones are only counted",
                    request.kind(),
                    source);
        }
    }

    private void sync(long nowNanos) {
        if (mirror.sync(outlet)) {
            lastStateNanos = nowNanos;
        }
        meters.alarms(tree.size());
    }

    private void sendHeartbeat(long nowNanos) {
        mirror.repeatRootState(outlet);
        lastStateNanos = nowNanos;
    }
}
