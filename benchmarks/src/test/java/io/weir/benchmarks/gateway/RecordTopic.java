package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.KafkaProcess;
import java.io.IOException;

/** A topic in which each record is a metric. */
final class RecordTopic implements Destination {
    private final KafkaProcess kafka;
    private final String name;

    /** Creates the topic. */
    RecordTopic(KafkaProcess kafka, String name) throws IOException, InterruptedException {
        this.kafka = kafka;
        this.name = name;
        kafka.create(name);
    }

    @Override
    public long metrics() throws IOException, InterruptedException {
        return kafka.records(name);
    }

    /** The topic remains. */
    @Override
    public void close() {}
}
