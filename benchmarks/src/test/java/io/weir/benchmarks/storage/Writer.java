package io.weir.benchmarks.storage;

import io.weir.benchmarks.harness.InfluxServer;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.WeirService;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs {@code weir writer} as a process that loads a database from {@code metrics.storage}. */
final class Writer implements AutoCloseable {
    /** Partitions of its topics: one for each body that it can send in parallel. */
    static final int PARTITIONS = 4;

    static final String DATABASE = "metrics";

    private static final String GROUP = "weir-writer";
    private static final Duration STANDSTILL = Duration.ofSeconds(60);
    /** Seldom, because an answer of the meters costs the writer processor time. */
    private static final long LOOK_EVERY_MILLIS = 250;

    private final KafkaProcess kafka;
    private final WeirService service;
    private final Topics topics;

    private Writer(KafkaProcess kafka, WeirService service, Topics topics) {
        this.kafka = kafka;
        this.service = service;
        this.topics = topics;
    }

    /**
     * Starts a writer, which continues from the committed offsets.
     *
     * @param settings in addition to the addresses
     */
    static Writer start(KafkaProcess kafka, Topics topics, InfluxServer server, Map<String, String> settings)
            throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        all.put("WEIR_KAFKA_PREFIX", topics.prefix());
        all.put("WEIR_KAFKA_PARTITIONS", "" + PARTITIONS);
        all.put("WEIR_WRITER_STORE", server.storeUrl(DATABASE));
        return new Writer(kafka, WeirService.start(List.of("writer"), kafka, all, List.of()), topics);
    }

    /** Returns the options of {@code weir up} for this store. */
    static List<String> store(InfluxServer server) {
        return List.of("--store", server.storeUrl(DATABASE));
    }

    /**
     * Waits until {@code lines} lines of the topic are stored.
     *
     * @param base the result of {@link #stored} before them; 0 for the first lines of a process,
     *     which does not wait for this call
     */
    Loaded load(long lines, long base, InfluxServer server) throws IOException, InterruptedException {
        Course course = new Course(lines, server, service::cpu);
        long before = -1;
        long movedNanos = System.nanoTime();
        for (long stored = 0; stored < lines; stored = stored() - base) {
            course.reached(stored);
            if (stored > before) {
                before = stored;
                movedNanos = System.nanoTime();
            } else if (System.nanoTime() - movedNanos > STANDSTILL.toNanos()) {
                throw new IOException("the writer stands still after " + stored + " of " + lines + " lines");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        course.reached(lines);
        return course.loaded();
    }

    /** Returns the lines stored since the start. */
    long stored() throws IOException, InterruptedException {
        return service.count("writer_lines_stored");
    }

    /** Returns after the writer has its partitions and its store. */
    void awaitReady() throws IOException, InterruptedException {
        service.awaitReady();
    }

    /** Returns the number of uncommitted records. */
    long lag() throws IOException, InterruptedException {
        return kafka.records(topics.storage()) - kafka.committed(topics.prefix() + GROUP);
    }

    /** Kills the process. */
    void kill() throws InterruptedException {
        service.kill();
    }

    @Override
    public void close() {
        service.close();
    }
}
