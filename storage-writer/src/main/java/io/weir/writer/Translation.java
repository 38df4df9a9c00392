package io.weir.writer;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What lines a record stands for. */
@FunctionalInterface
interface Translation {
    /** Those of a batch of lines: its value as it is. */
    Translation LINES = batch -> batch.value() == null ? new byte[0] : batch.value();

    /** Canonical lines, or none. */
    byte[] lines(ConsumerRecord<byte[], byte[]> read);
}
