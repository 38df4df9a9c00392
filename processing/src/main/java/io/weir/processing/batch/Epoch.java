package io.weir.processing.batch;

import io.weir.contract.state.SavedText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** The batches of one epoch of a gateway in one partition. Not thread-safe. */
final class Epoch {

    /** How far below the highest number a batch is still tracked. */
    static final int WINDOW = 1_024;

    private static final int WORDS = WINDOW / Long.SIZE;

    private static final long NO_NUMBER = -1;

    /** Bits of a byte in the saved state that announce optional parts. */
    private static final int HOLES = 1;

    private static final int PART = 2;

    private final String gateway;
    private final long[] seen;
    private long highest;

    /** The batch that has arrived only in part, and how many of its lines have arrived. */
    private long partNumber = NO_NUMBER;

    private int partLines;

    /** Missing batches below this number are already counted. */
    private long judged;

    private long usedMillis;

    /**
     * Creates an epoch whose first batch to arrive has the number {@code first} and is not accepted
     * yet. Earlier batches do not count as missing but are accepted when they arrive: the loops of
     * a gateway may overtake each other from their first batches on.
     */
    Epoch(String gateway, long first, long usedMillis) {
        this(gateway, new long[WORDS], first - 1, first, usedMillis);
    }

    private Epoch(String gateway, long[] seen, long highest, long judged, long usedMillis) {
        this.gateway = gateway;
        this.seen = seen;
        this.highest = highest;
        this.judged = judged;
        this.usedMillis = usedMillis;
    }

    String gateway() {
        return gateway;
    }

    long usedMillis() {
        return usedMillis;
    }

    void used(long logMillis) {
        usedMillis = Math.max(usedMillis, logMillis);
    }

    /**
     * Counts the batches that leave the window when {@code number} is accepted and were neither
     * received nor counted.
     */
    long lost(long number) {
        return count(number - WINDOW + 1);
    }

    /** Counts the batches below {@code next} that were neither received nor counted before. */
    long judge(long next) {
        return count(next);
    }

    private long count(long below) {
        long unseen = 0;
        for (long number = judged; number < Math.min(below, highest); number++) {
            unseen += isSeen(number) ? 0 : 1;
        }
        unseen += Math.max(0, below - Math.max(judged, highest + 1));
        judged = Math.max(judged, below);
        return unseen;
    }

    /**
     * Accepts lines of a batch.
     *
     * @return how many leading lines were accepted before; {@link BatchLines#ALL} if none is new or
     *     the batch is below the window
     */
    int accept(long number, BatchLines lines) {
        if (number <= highest && (highest - number >= WINDOW || isSeen(number))) {
            return BatchLines.ALL;
        }
        int received = number == partNumber ? partLines : 0;
        if (lines.isLast()) {
            partNumber = number == partNumber ? NO_NUMBER : partNumber;
            mark(number);
            return Math.max(0, received - lines.first());
        }
        if (lines.end() <= received) {
            return BatchLines.ALL;
        }
        partNumber = number;
        partLines = lines.end();
        return Math.max(0, received - lines.first());
    }

    private void mark(long number) {
        if (number > highest) {
            clear(highest + 1, number);
            highest = number;
        }
        seen[word(number)] |= bit(number);
    }

    private void clear(long from, long to) {
        if (to - from >= WINDOW) {
            Arrays.fill(seen, 0);
            return;
        }
        for (long number = from; number <= to; number++) {
            seen[word(number)] &= ~bit(number);
        }
    }

    /** The number must be within the window. */
    private boolean isSeen(long number) {
        return (seen[word(number)] & bit(number)) != 0;
    }

    private static int word(long number) {
        return (int) (number / Long.SIZE % WORDS);
    }

    private static long bit(long number) {
        return 1L << number % Long.SIZE;
    }

    /**
     * Writes the state. The epochs share {@code gateways}, so that each name of a gateway is
     * written once.
     */
    void write(Map<String, Integer> gateways, DataOutput out) throws IOException {
        int known = gateways.getOrDefault(gateway, gateways.size());
        out.writeInt(known);
        if (gateways.putIfAbsent(gateway, known) == null) {
            SavedText.write(gateway, out);
        }
        out.writeLong(highest);
        out.writeLong(judged);
        out.writeLong(usedMillis);
        boolean hasHoles = hasHoles();
        boolean hasPart = partNumber != NO_NUMBER;
        out.writeByte((hasHoles ? HOLES : 0) | (hasPart ? PART : 0));
        for (int word = 0; hasHoles && word < WORDS; word++) {
            out.writeLong(seen[word]);
        }
        if (hasPart) {
            out.writeLong(partNumber);
            out.writeInt(partLines);
        }
    }

    private boolean hasHoles() {
        for (long word : seen) {
            if (word != -1) {
                return true;
            }
        }
        return false;
    }

    /** Restores what {@link #write} wrote. */
    static Epoch read(Map<Integer, String> gateways, DataInput in) throws IOException {
        int known = in.readInt();
        String gateway = gateways.get(known);
        if (gateway == null) {
            gateway = SavedText.read(in);
            gateways.put(known, gateway);
        }
        long highest = in.readLong();
        long judged = in.readLong();
        long usedMillis = in.readLong();
        long[] seen = new long[WORDS];
        Arrays.fill(seen, -1);
        int what = in.readByte();
        for (int word = 0; (what & HOLES) != 0 && word < WORDS; word++) {
            seen[word] = in.readLong();
        }
        Epoch read = new Epoch(gateway, seen, highest, judged, usedMillis);
        if ((what & PART) != 0) {
            read.partNumber = in.readLong();
            read.partLines = in.readInt();
        }
        return read;
    }
}
