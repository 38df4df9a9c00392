package io.weir.writer;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Converts a record to lines. */
@FunctionalInterface
interface Translation {
    /** For a batch of lines: its unmodified value. */
    Translation LINES = batch -> batch.value() == null ? new byte[0] : batch.value();

    /** Canonical lines, or none. */
    byte[] lines(ConsumerRecord<byte[], byte[]> read);
}
