package io.weir.standalone.doctor;

import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that was begun in a partition, and not ended there.
 *
 * @param startOffset where its first record is
 */
record OpenTransaction(TopicPartition partition, long startOffset) {}
