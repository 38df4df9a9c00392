package io.weir.standalone.doctor;

import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that began in a partition and has not ended there.
 *
 * @param startOffset of its first record
 */
record OpenTransaction(TopicPartition partition, long startOffset) {}
