package io.weir.benchmarks;

import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;

/** A topic of line batches with one partition, which is what one stream thread reads. */
public final class LogTopic {
    private static final byte[] TICK = new byte[0];
    private static final long TICK_MILLIS = 1_000;

    private final KafkaProcess kafka;
    private final String name;

    /** @param name {@code metrics.raw}, or another of its kind */
    public LogTopic(KafkaProcess kafka, String name) {
        this.kafka = kafka;
        this.name = name;
    }

    /** Creates the topics and writes a log as {@link #add} does, and a tick that closes the last windows. */
    public long fill(MetricLog log, long lines) {
        create();
        long filled = add(log, lines);
        try (Sender sender = new Sender(kafka)) {
            sender.send(record(TICK, log.millis() + 60 * TICK_MILLIS));
        }
        return filled;
    }

    /** Writes a log until it has at least so many lines, with a gateway's ticks; returns how many it has. */
    public long add(MetricLog log, long lines) {
        try (Sender sender = new Sender(kafka)) {
            long tickedMillis = log.millis();
            while (log.lines() < lines) {
                sender.send(record(log.next(), log.millis()));
                if (log.millis() - tickedMillis >= TICK_MILLIS) {
                    tickedMillis = log.millis();
                    sender.send(record(TICK, tickedMillis));
                }
            }
        }
        return log.lines();
    }

    /** The topics of a Weir with one partition; this one keeps all, since a log may be longer than a service may be late. */
    public void create() {
        List<TopicDeclaration> topics = new Topics("")
                .declarations(1, (short) 1).stream()
                        .map(topic -> topic.name().equals(name) ? keepsAll(topic) : topic)
                        .toList();
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap()))) {
            TopicCreator.ensure(admin, topics);
        }
    }

    private static TopicDeclaration keepsAll(TopicDeclaration topic) {
        Map<String, String> settings = new HashMap<>(topic.configs());
        settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        return new TopicDeclaration(topic.name(), topic.partitions(), topic.replication(), settings);
    }

    /** A record of it; without lines, a tick. */
    public ProducerRecord<byte[], byte[]> record(byte[] batch, long millis) {
        Header gateway = MetricLog.gateway();
        return new ProducerRecord<>(name, 0, millis, null, batch, List.of(gateway));
    }
}
