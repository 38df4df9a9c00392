package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Receipt;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Receipts of spooled batches that are safe only once Kafka acknowledges them. Belongs to the
 * publishing thread.
 */
final class KafkaReceipts {
    private final Map<Integer, Queue<Waiting>> waiting = new HashMap<>();

    private record Waiting(long end, Receipt receipt) {}

    /** Adds the receipt of a batch that ends at {@code end} in the spool. */
    void add(int lane, long end, Receipt receipt) {
        waiting.computeIfAbsent(lane, unseen -> new ArrayDeque<>()).add(new Waiting(end, receipt));
    }

    /**
     * Marks the batch that ends at this position as acknowledged. Earlier batches without an
     * acknowledgement were damaged.
     */
    void acknowledged(int lane, long position) {
        Queue<Waiting> ofLane = waiting.get(lane);
        while (ofLane != null && !ofLane.isEmpty() && ofLane.peek().end() <= position) {
            Waiting first = ofLane.remove();
            if (first.end() == position) {
                first.receipt().safe();
            } else {
                first.receipt().failed();
            }
        }
    }

    /**
     * Fails the remaining receipts of a lane that was read completely: their batches were damaged.
     */
    void ended(int lane) {
        Queue<Waiting> ofLane = waiting.remove(lane);
        if (ofLane != null) {
            ofLane.forEach(each -> each.receipt().failed());
        }
    }
}
