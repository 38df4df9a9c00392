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
    static final String OVERTAKEN = "retention-overtook";

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
     * Reports that an unknown number of records before {@code first} may be gone, which counts as
     * one.
     *
     * @return whether the report is safe; if not, it must be repeated
     */
    boolean tellUncounted(TopicPartition partition, long first) {
        String reason = OVERTAKEN + ": the store of target " + target + " may lack records before this one: "
                + Resumption.NO_OFFSET;
        rejects.keep(new byte[0], reason, partition.partition() + "/" + first);
        if (!rejects.flush(ending)) {
            return false;
        }
        meters.overtaken(partition.topic(), 1);
        LOG.error("{} target={} partition={} first={}", Resumption.NO_OFFSET, target, partition, first);
        return true;
    }

    /**
     * Reports that the records at {@code [from, to)} are gone.
     *
     * @return whether the report is safe; if not, it must be repeated
     */
    boolean tell(TopicPartition partition, long from, long to) {
        String reason = OVERTAKEN + ": " + (to - from) + " records were deleted before the store of target " + target
                + " took them; keep them longer (retention of the topic), or make the store faster";
        rejects.keep(new byte[0], reason, partition.partition() + "/" + from + "-" + (to - 1));
        if (!rejects.flush(ending)) {
            return false;
        }
        meters.overtaken(partition.topic(), to - from);
        LOG.error(
                "retention overtook target={} partition={} first={} next={} lost={}",
                target,
                partition,
                from,
                to,
                to - from);
        return true;
    }
}
