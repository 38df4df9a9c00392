package io.weir.processing.batch;

import io.weir.contract.topic.SourceOffsets;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tracks which numbered batches one partition has received. A batch that a gateway sends again,
 * after a crash or from its spool, changes nothing. A batch that never arrives is counted.
 *
 * <p>A gateway numbers its batches from each start on; the random name of such a run is its epoch.
 * For each epoch, the highest number is kept, and which of the {@value Epoch#WINDOW} numbers below
 * were received: a batch may overtake one that Kafka refused at first. The
 * {@value #EPOCHS_OF_GATEWAY} latest epochs of a gateway and the {@value #EPOCHS} latest of all are
 * kept for a day of log time.
 *
 * <p>A batch may arrive in parts, in order. If a gateway sends it again after some of them, perhaps
 * with other boundaries, only the lines that did not arrive are new. Not thread-safe.
 */
public final class DeliveredBatches {

    static final int EPOCHS_OF_GATEWAY = 16;
    static final int EPOCHS = 4_096;
    static final long KEPT_MILLIS = 24 * 3_600_000L;

    /** Keyed by the name of the epoch; the most recently used epoch is last. */
    private final Map<Long, Epoch> epochs = new LinkedHashMap<>(16, 0.75f, true);

    private final SourceProgress sources = new SourceProgress();

    private long missing;

    /**
     * Accepts lines that gateways can read again from a log; returns how many leading lines the
     * partition has already received.
     */
    public int acceptFrom(String log, SourceOffsets lines, long logMillis) {
        return sources.accept(log, lines, logMillis);
    }

    /**
     * Accepts lines of a batch, unless the partition has already received them.
     *
     * @param gateway the gateway that the epoch belongs to
     * @param logMillis the time of the partition
     * @return how many leading lines are duplicates; {@link BatchLines#ALL} if all are, or if the
     *     batch is too far below the highest of its epoch to be tracked
     */
    public int accept(String gateway, long epoch, long number, long logMillis, BatchLines lines) {
        Epoch known = epochs.get(epoch);
        if (known == null) {
            removeOldestIfFull(gateway);
            known = new Epoch(gateway, number, logMillis);
            epochs.put(epoch, known);
        }
        known.used(logMillis);
        missing += known.lost(number);
        return known.accept(number, lines);
    }

    /**
     * Counts missing batches. A gateway without unsent batches reports {@code next}, the number of
     * its next batch: lower numbers that did not arrive never will.
     */
    public void judge(long epoch, long next, long logMillis) {
        Epoch known = epochs.get(epoch);
        if (known != null) {
            known.used(logMillis);
            missing += known.judge(next);
        }
    }

    /** Returns how many batches were found missing since the last call. */
    public long takeMissing() {
        long taken = missing;
        missing = 0;
        return taken;
    }

    /** Forgets epochs and logs that were not used for a day. */
    public void expire(long logMillis) {
        sources.expire(logMillis, KEPT_MILLIS);
        epochs.values().removeIf(each -> logMillis - each.usedMillis() > KEPT_MILLIS);
    }

    private void removeOldestIfFull(String gateway) {
        long ofGateway = epochs.values().stream()
                .filter(each -> each.gateway().equals(gateway))
                .count();
        if (ofGateway >= EPOCHS_OF_GATEWAY) {
            removeOldest(gateway);
        } else if (epochs.size() >= EPOCHS) {
            removeOldest(epochs.values().iterator().next().gateway());
        }
    }

    private void removeOldest(String gateway) {
        Iterator<Epoch> each = epochs.values().iterator();
        while (each.hasNext()) {
            if (each.next().gateway().equals(gateway)) {
                each.remove();
                return;
            }
        }
    }

    public void reset() {
        epochs.clear();
        sources.reset();
        missing = 0;
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        Map<String, Integer> gateways = new HashMap<>();
        out.writeLong(missing);
        out.writeInt(epochs.size());
        for (Map.Entry<Long, Epoch> epoch : epochs.entrySet()) {
            out.writeLong(epoch.getKey());
            epoch.getValue().write(gateways, out);
        }
        sources.write(out);
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        Map<Integer, String> gateways = new HashMap<>();
        missing = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            long name = in.readLong();
            epochs.put(name, Epoch.read(gateways, in));
        }
        sources.read(in);
    }
}
