package io.weir.benchmarks.storage;

import io.weir.benchmarks.InfluxServer;
import io.weir.benchmarks.KafkaProcess;
import io.weir.benchmarks.WeirService;
import io.weir.contract.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code weir writer} in a process of its own, loading a database from {@code metrics.storage}. */
final class Writer implements AutoCloseable {
    /** Of its topics: as many as it has bodies under way at most, so that each has a partition of its own. */
    static final int PARTITIONS = 4;

    static final String DATABASE = "metrics";

    private static final String GROUP = "weir-writer";
    private static final Duration STANDSTILL = Duration.ofSeconds(60);
    /** Seldom: what tells the meters costs the writer processor time. */
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
     * Starts it; it goes on where the last one was.
     *
     * @param settings beside those that say where all is
     */
    static Writer start(KafkaProcess kafka, Topics topics, InfluxServer server, Map<String, String> settings)
            throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        all.put("WEIR_KAFKA_PREFIX", topics.prefix());
        all.put("WEIR_KAFKA_PARTITIONS", "" + PARTITIONS);
        all.put("WEIR_WRITER_STORE", server.storeUrl(DATABASE));
        return new Writer(kafka, WeirService.start("writer", kafka, all, List.of()), topics);
    }

    /** What tells {@code weir up} to use it. */
    static List<String> store(InfluxServer server) {
        return List.of("--store", server.storeUrl(DATABASE));
    }

    /**
     * Returns once so many lines, which are in the topic, are stored.
     *
     * @param base what {@link #stored} was before them: 0 for the first ones of a process, which does not wait for this
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

    /** Lines that it has stored since it was started. */
    long stored() throws IOException, InterruptedException {
        return service.count("writer_lines_stored");
    }

    /** Returns once it has its partitions and its store. */
    void awaitReady() throws IOException, InterruptedException {
        service.awaitReady();
    }

    /** Records that no writer has committed yet. */
    long lag() throws IOException, InterruptedException {
        return kafka.records(topics.storage()) - kafka.committed(topics.prefix() + GROUP);
    }

    /** Ends it as a crash does. */
    void kill() throws InterruptedException {
        service.kill();
    }

    @Override
    public void close() {
        service.close();
    }
}
