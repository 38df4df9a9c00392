package io.weir.writer;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Converts a record to lines. */
@FunctionalInterface
interface Translation {
    /** For a record of lines: its unmodified value. */
    Translation LINES = read -> read.value() == null ? new byte[0] : read.value();

    /** Canonical lines, or none. */
    byte[] lines(ConsumerRecord<byte[], byte[]> read);
}
