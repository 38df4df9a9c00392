package io.weir.gateway.publish;

import io.weir.gateway.intake.Receipt;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Receipts of batches in the spool that only Kafka's acknowledgement makes safe. Belongs to the publishing thread. */
final class KafkaReceipts {
    private final Map<Integer, Queue<Waiting>> waiting = new HashMap<>();

    private record Waiting(long end, Receipt receipt) {}

    /** The batch lies in the spool up to {@code end}. */
    void add(int lane, long end, Receipt receipt) {
        waiting.computeIfAbsent(lane, unseen -> new ArrayDeque<>()).add(new Waiting(end, receipt));
    }

    /** Kafka has the batch of the lane that ends at a position; batches before it that it was not told of were spoiled. */
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

    /** All of the lane was read, and Kafka has what could be: the batches that it was not told of were spoiled. */
    void ended(int lane) {
        Queue<Waiting> ofLane = waiting.remove(lane);
        if (ofLane != null) {
            ofLane.forEach(each -> each.receipt().failed());
        }
    }
}
