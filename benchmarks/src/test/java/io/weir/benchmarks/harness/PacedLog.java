package io.weir.benchmarks.harness;

import java.util.concurrent.locks.LockSupport;

/** Appends a log to a topic at a constant rate, in a thread of its own, until closed. */
public final class PacedLog implements AutoCloseable {
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private final KafkaProcess kafka;
    private final LogTopic topic;
    private final MetricLog log;
    private final long linesPerSecond;
    private final Thread thread = new Thread(this::run, "load");
    private volatile boolean isClosing;

    /** Starts immediately; uses the log exclusively until it is closed. */
    public PacedLog(KafkaProcess kafka, LogTopic topic, MetricLog log, long linesPerSecond) {
        this.kafka = kafka;
        this.topic = topic;
        this.log = log;
        this.linesPerSecond = linesPerSecond;
        thread.start();
    }

    private void run() {
        long begin = log.lines();
        long beginNanos = System.nanoTime();
        try (Sender sender = new Sender(kafka)) {
            while (!isClosing) {
                double elapsed = (System.nanoTime() - beginNanos) / 1e9;
                if (log.lines() - begin < elapsed * linesPerSecond) {
                    topic.append(sender, log);
                } else {
                    LockSupport.parkNanos(
                            Math.min(LONGEST_PAUSE_NANOS, MetricLog.LINES_PER_BATCH * 1_000_000_000L / linesPerSecond));
                }
            }
        }
    }

    /** Returns after the topic contains everything that was sent. */
    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
