package io.weir.writer;

import io.weir.contract.service.Resumption;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports records that Kafka's retention deleted before they were read: in the log, by a meter, and
 * by an empty record in {@code metrics.rejected}. Used by one thread.
 */
final class Gaps {
    /** The reason code. */
    static final String EXPIRED = "retention-overtook";

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
     * @return whether the report is safe; if false, the caller must repeat the report
     */
    boolean reportUncounted(TopicPartition partition, long first) {
        String reason = EXPIRED + ": the store of target " + target + " may lack records before this one: "
                + Resumption.NO_OFFSET;
        rejects.keep(new byte[0], reason, partition.partition() + "/" + first);
        if (!rejects.flush(ending)) {
            return false;
        }
        meters.expired(partition.topic(), 1);
        LOG.error("{} target={} partition={} first={}", Resumption.NO_OFFSET, target, partition, first);
        return true;
    }

    /**
     * Reports that Kafka deleted the records at {@code [from, to)}.
     *
     * @return whether the report is safe; if false, the caller must repeat the report
     */
    boolean report(TopicPartition partition, long from, long to) {
        String reason = EXPIRED + ": Kafka's retention deleted " + (to - from) + " records before the store of target "
                + target + " accepted them; increase the topic's retention, or use a faster store";
        rejects.keep(new byte[0], reason, partition.partition() + "/" + from + "-" + (to - 1));
        if (!rejects.flush(ending)) {
            return false;
        }
        meters.expired(partition.topic(), to - from);
        LOG.error(
                "retention deleted unread records target={} partition={} first={} next={} lost={}",
                target,
                partition,
                from,
                to,
                to - from);
        return true;
    }
}
