package io.weir.benchmarks.harness;

import io.weir.contract.topic.BatchHeaders;
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

/** A topic of line batches; by default with one partition, for one stream thread. */
public final class LogTopic {
    private static final byte[] TICK = new byte[0];
    private static final long TICK_MILLIS = 1_000;

    private final KafkaProcess kafka;
    private final Topics topics;
    private final String name;
    private final int partitions;
    private int batches;

    /** @param name {@code metrics.raw}, or another topic of line batches */
    public LogTopic(KafkaProcess kafka, String name) {
        this(kafka, new Topics(""), name, 1);
    }

    /**
     * Uses several partitions in turn.
     *
     * @param name one of {@code topics}
     */
    public LogTopic(KafkaProcess kafka, Topics topics, String name, int partitions) {
        this.kafka = kafka;
        this.topics = topics;
        this.name = name;
        this.partitions = partitions;
    }

    /**
     * Creates the topics, writes a log as {@link #add} does, and a tick that closes the last
     * windows.
     */
    public long fill(BatchLog log, long lines) {
        create();
        long filled = add(log, lines);
        end(log);
        return filled;
    }

    /** Writes a tick that closes the last windows of a log. */
    public void end(BatchLog log) {
        try (Sender sender = new Sender(kafka)) {
            tick(sender, log.millis() + 60 * TICK_MILLIS);
        }
    }

    /**
     * Writes a log until it has at least {@code lines} lines, with a gateway's ticks; returns its
     * number of lines.
     */
    public long add(BatchLog log, long lines) {
        try (Sender sender = new Sender(kafka)) {
            while (log.lines() < lines) {
                append(sender, log);
            }
        }
        return log.lines();
    }

    /** Sends the next batch, and a tick if a second of the log ends with it; does not wait. */
    public void append(Sender sender, BatchLog log) {
        long second = log.millis() / TICK_MILLIS;
        long before = log.lines();
        byte[] batch = log.next();
        int lines = (int) (log.lines() - before);
        sender.send(record(
                batches % partitions, batch, log.millis(), List.of(MetricLog.gateway(), BatchHeaders.lines(lines))));
        batches++;
        if (log.millis() / TICK_MILLIS > second) {
            tick(sender, log.millis());
        }
    }

    private void tick(Sender sender, long millis) {
        for (int partition = 0; partition < partitions; partition++) {
            sender.send(record(partition, TICK, millis, List.of(MetricLog.gateway())));
        }
    }

    /**
     * Creates Weir's topics. This one has no retention limit, since a log may exceed the lag that
     * services tolerate.
     */
    public void create() {
        List<TopicDeclaration> declared = topics.declarations(partitions, kafka.brokers()).stream()
                .map(topic -> topic.name().equals(name) ? keepsAll(topic) : topic)
                .toList();
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap()))) {
            TopicCreator.ensure(admin, declared);
        }
    }

    private static TopicDeclaration keepsAll(TopicDeclaration topic) {
        Map<String, String> settings = new HashMap<>(topic.configs());
        settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        return new TopicDeclaration(topic.name(), topic.partitions(), topic.replication(), settings);
    }

    /** Returns a record for the first partition. */
    public ProducerRecord<byte[], byte[]> record(byte[] batch, long millis) {
        return record(0, batch, millis, List.of(MetricLog.gateway()));
    }

    private ProducerRecord<byte[], byte[]> record(int partition, byte[] batch, long millis, List<Header> headers) {
        return new ProducerRecord<>(name, partition, millis, null, batch, headers);
    }
}
