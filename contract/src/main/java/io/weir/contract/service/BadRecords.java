package io.weir.contract.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.topic.Topics;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the bad record handlers of one service share: its name and topics, the counters, a log of one line per second. */
record BadRecords(String service, Topics topics, MeterRegistry meters, AtomicLong saidAtNanos) {
    private static final Logger LOG = LoggerFactory.getLogger(BadRecords.class);

    BadRecords(String service, Topics topics, MeterRegistry meters) {
        this(service, topics, meters, new AtomicLong(System.nanoTime() - TimeUnit.SECONDS.toNanos(1)));
    }

    /** Counts a record that is passed over, and says so once a second at most. */
    void count(String step, ErrorHandlerContext context, Exception e) {
        Counter.builder("weir_streams_records_skipped")
                .description("Records that a stream thread could not go on with and passed over")
                .tag("service", service)
                .tag("step", step)
                .register(meters)
                .increment();
        long nowNanos = System.nanoTime();
        long before = saidAtNanos.get();
        if (nowNanos - before >= TimeUnit.SECONDS.toNanos(1) && saidAtNanos.compareAndSet(before, nowNanos)) {
            LOG.error(
                    "{} passes over the record {} (step={} node={})",
                    service,
                    source(context),
                    step,
                    context.processorNodeId(),
                    e);
        }
    }

    /** Where the record came from: {@code topic/partition/offset}. */
    String source(ErrorHandlerContext context) {
        return context.topic() + "/" + context.partition() + "/" + context.offset();
    }
}
