package io.weir.contract.streams;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MeterSet;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.state.InputLog;
import io.weir.contract.time.OncePerSecond;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import java.nio.file.Path;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The common state of the bad record handlers and guards in one service. Thread-safe. */
final class BadRecords {
    private static final Logger LOG = LoggerFactory.getLogger(BadRecords.class);

    private final String service;
    private final Topics topics;
    private final MeterSet meters;
    private final RejectedRecords rejected;
    private final MissedRecords missed;
    private final PoisonRecords poison;
    private final InputLog input;
    private final ChangelogIds changelogs;
    private final OncePerSecond logLimit = new OncePerSecond(System.nanoTime());

    /** {@code poison} is the file that stores the records that are set aside. */
    BadRecords(String service, KafkaSettings kafka, MeterRegistry meters, Path poison, ChangelogIds changelogs) {
        this.service = service;
        this.topics = kafka.topics();
        this.meters = new MeterSet(meters).with("service", service);
        this.rejected = new RejectedRecords(service, kafka);
        this.missed = new MissedRecords(service, meters, rejected);
        this.poison = new PoisonRecords(poison);
        this.input = new KafkaInputLog(kafka);
        this.changelogs = changelogs;
    }

    String service() {
        return service;
    }

    Topics topics() {
        return topics;
    }

    /** Reports records that were deleted unread. */
    MissedRecords missed() {
        return missed;
    }

    InputLog input() {
        return input;
    }

    /** The ids of the service's changelogs. */
    ChangelogIds changelogs() {
        return changelogs;
    }

    /** Records that are set aside because they ended threads. */
    PoisonRecords poison() {
        return poison;
    }

    /** Counts a skipped record; logs at most one per second. */
    void count(String step, ErrorHandlerContext context, Exception e) {
        count(step);
        if (logLimit.permits(System.nanoTime())) {
            LOG.error(
                    "{} skips the record {} (step={} node={})",
                    service,
                    source(context),
                    step,
                    context.processorNodeId(),
                    e);
        }
    }

    /**
     * Sets aside a record that is too large for its topic.
     *
     * @param topic the target
     * @param source of the record that caused it, {@code topic/partition/offset}
     * @param begin its first bytes
     */
    void tooLarge(String topic, String source, int size, byte[] begin) {
        count("too-large");
        if (logLimit.permits(System.nanoTime())) {
            LOG.error(
                    "{} rejects a record of {} bytes for {}, caused by {}: the limit is {} bytes",
                    service,
                    size,
                    topic,
                    source,
                    Topics.MAX_RECORD_BYTES);
        }
        rejected.send(new Rejection(service, "record-too-large for " + topic, source, -1), begin);
    }

    private void count(String step) {
        meters.with("step", step)
                .counter("weir_streams_records_skipped", "Records that a stream thread could not process and skipped")
                .increment();
    }

    /** The position of the record: {@code topic/partition/offset}. */
    String source(ErrorHandlerContext context) {
        return context.topic() + "/" + context.partition() + "/" + context.offset();
    }

    void close() {
        rejected.close();
    }
}
