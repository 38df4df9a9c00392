package io.weir.writer;

import io.weir.contract.service.MissedRecords;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports records that Kafka deleted before they were read, by retention or with their topic: in the log, by a meter,
 * and by an empty record in {@code metrics.rejected}. Used by one thread.
 */
final class Gaps {
    private static final Logger LOG = LoggerFactory.getLogger(Gaps.class);

    private final String target;
    private final Rejects rejects;
    private final WriterMeters meters;
    private final CountDownLatch ending;

    /** @param ending stops waiting for Kafka once it is open */
    Gaps(String target, Rejects rejects, WriterMeters meters, CountDownLatch ending) {
        this.ending = ending;
        this.target = target;
        this.rejects = rejects;
        this.meters = meters;
    }

    /**
     * Reports that records before {@code first} may be missing. Their number is unknown; the meter
     * counts one.
     *
     * @param why such as {@code the topic was recreated}
     * @return whether the report is safe; if false, the caller must repeat the report
     */
    boolean reportUncounted(TopicPartition partition, long first, String why) {
        return report(
                partition,
                "the store of target " + target + " may lack records before this one: " + why,
                Long.toString(first),
                1);
    }

    /**
     * Reports that Kafka deleted the records at {@code [from, to)}.
     *
     * @return whether the report is safe; if false, the caller must repeat the report
     */
    boolean report(TopicPartition partition, long from, long to) {
        return report(
                partition,
                "Kafka's retention deleted " + (to - from) + " records before the store of target " + target
                        + " accepted them; increase the topic's retention, or use a faster store",
                from + "-" + (to - 1),
                to - from);
    }

    private boolean report(TopicPartition partition, String reason, String offsets, long records) {
        rejects.keep(new byte[0], MissedRecords.REASON + ": " + reason, partition.partition() + "/" + offsets);
        if (!rejects.flush(ending)) {
            return false;
        }
        meters.expired(partition.topic(), records);
        LOG.error("records are missing partition={} offsets={}: {}", partition, offsets, reason);
        return true;
    }
}
