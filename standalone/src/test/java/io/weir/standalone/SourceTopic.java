package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.weir.contract.line.LineReader;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.SourceOffsets;
import io.weir.contract.topic.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A topic of another program with numbered lines for a gateway, and a check which of them arrived.
 */
public final class SourceTopic {
    /** Each number belongs to one of this many hosts. */
    public static final int HOSTS = 20;

    private final TestTopics topics;
    private final String name;
    private final int partitions;
    private final Format format;
    private int sent;

    /** The format of the records. */
    public enum Format {
        LINES(""),
        /** An array of JSON records. */
        JSON(", format: json, mapping: {measurement: farm, tags: {host: /host, a: b}, timestamp: /t}");

        private final String settings;

        Format(String settings) {
            this.settings = settings;
        }

        /** Further settings of the input. */
        String settings() {
            return settings;
        }
    }

    /** A topic with lines. Call {@link #create} before use. */
    public SourceTopic(TestTopics topics, String name, int partitions) {
        this(topics, name, partitions, Format.LINES);
    }

    /** The same in another format. */
    SourceTopic(TestTopics topics, String name, int partitions, Format format) {
        this.format = format;
        this.topics = topics;
        this.name = name;
        this.partitions = partitions;
    }

    /** Creates the topic. */
    public void create(String bootstrap) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Writes records of {@code linesInEach} lines each; a host's lines always go to the same
     * partition.
     */
    public void send(int records, int linesInEach) {
        for (int i = 0; i < records; i++) {
            int host = i % HOSTS;
            byte[] value =
                    (format == Format.LINES ? lines(host, linesInEach) : json(host, linesInEach)).getBytes(UTF_8);
            topics.sendSoon(new ProducerRecord<>(name, host % partitions, null, value));
        }
        topics.flush();
    }

    private String lines(int host, int count) {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < count; k++) {
            lines.append("farm,host=h" + host + ",a=b value=" + sent++ + "i 1790000000000000000\n");
        }
        return lines.toString();
    }

    private String json(int host, int count) {
        return IntStream.range(0, count)
                .mapToObj(k -> "{\"t\":1790000000,\"value\":" + sent++ + ",\"host\":\"h" + host + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** How many numbers were sent. */
    public int sent() {
        return sent;
    }

    /** The numbers in {@code metrics.raw}, by host, in the topic's order. */
    public Map<String, List<Integer>> arrived() {
        Map<String, List<Integer>> arrived = new HashMap<>();
        LineReader line = new LineReader();
        for (ConsumerRecord<byte[], byte[]> record : topics.readNow(new Topics("").raw())) {
            if (BatchHeaders.isEmpty(record.value())) {
                continue;
            }
            line.wrap(record.value(), 0, record.value().length);
            while (line.next()) {
                String series =
                        new String(line.bytes(), line.seriesStart(), line.seriesEnd() - line.seriesStart(), UTF_8);
                arrived.computeIfAbsent(record.partition() + " " + series, first -> new ArrayList<>())
                        .add((int) line.longValue(0));
            }
        }
        return arrived;
    }

    /** The lines in {@code metrics.raw}, without those that processing drops as repeats by their offsets. */
    static List<String> fresh(TestTopics topics) {
        List<String> fresh = new ArrayList<>();
        Map<String, long[]> last = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topics.readNow(new Topics("").raw())) {
            if (!BatchHeaders.isEmpty(record.value())) {
                SourceOffsets offsets = requireNonNull(SourceOffsets.read(record.headers()));
                String log = record.partition() + BatchHeaders.origin(record.headers());
                long[] had = last.getOrDefault(log, new long[] {-1, -1});
                new String(record.value(), UTF_8)
                        .lines()
                        .skip(offsets.leading(had[0], (int) had[1]))
                        .forEach(fresh::add);
                last.put(log, new long[] {
                    Math.max(had[0], offsets.lastOffset()), offsets.lastOffset() < had[0] ? had[1] : offsets.lastChunk()
                });
            }
        }
        return fresh;
    }
}
