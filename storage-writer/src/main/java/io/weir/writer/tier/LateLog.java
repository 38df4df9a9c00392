package io.weir.writer.tier;

import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageRules;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records windows with late lines in {@code weir.tiers}, before the offsets of the lines are
 * committed.
 */
final class LateLog implements StoredLines {
    private static final Logger LOG = LoggerFactory.getLogger(LateLog.class);
    private static final int RETRY_MILLIS = 500;

    private final Rules rules;
    private final MarkSender sender;
    private final TierMeters meters;
    private StorageRules known = StorageRules.NONE;
    private LateLines late = new LateLines(List.of());
    private boolean isInTrouble;

    LateLog(Rules rules, MarkSender sender, TierMeters meters) {
        this.rules = rules;
        this.sender = sender;
        this.meters = meters;
    }

    /** {@inheritDoc} Retries until Kafka has the marks; duplicate marks do no harm. */
    @Override
    public boolean stored(byte[] bytes, int length, CountDownLatch stop) {
        try {
            do {
                if (isRecorded(bytes, length, stop)) {
                    return true;
                }
            } while (!stop.await(RETRY_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private boolean isRecorded(byte[] bytes, int length, CountDownLatch stop) throws InterruptedException {
        try {
            List<Mark> marks = late().of(bytes, length, System.currentTimeMillis());
            if (!marks.isEmpty() && !sender.send(marks, stop)) {
                return false;
            }
            meters.marked(marks.size());
            isInTrouble = false;
            return true;
        } catch (ExecutionException | KafkaException e) {
            if (!isInTrouble) {
                LOG.warn("recording the windows of late lines failed reason={}; retrying", e.toString());
            }
            isInTrouble = true;
            return false;
        }
    }

    /** For the active rules. */
    private LateLines late() {
        StorageRules active = rules.active().storage();
        if (!active.equals(known)) {
            known = active;
            late = new LateLines(active.computed());
        }
        return late;
    }
}
