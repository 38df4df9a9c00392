package io.weir.processing.batch;

import io.weir.contract.state.SavedText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** The batches of one life of a gateway in one partition. Not thread-safe. */
final class Epoch {

    /** So far below the highest number a batch is still known. */
    static final int WINDOW = 1_024;

    private static final int WORDS = WINDOW / Long.SIZE;

    private static final long NO_NUMBER = -1;

    /** What follows in the saved state, as bits of one byte. */
    private static final int HOLES = 1;

    private static final int PART = 2;

    private final String gateway;
    private final long[] seen;
    private long highest;

    /** The batch that arrived only in part so far, and how many of its lines did. */
    private long partNumber = NO_NUMBER;

    private int partLines;

    /** Batches below this were counted, should they be missing. */
    private long judged;

    private long heardMillis;

    /**
     * An epoch of which a batch with this number comes first, and is not taken yet. Nobody misses the batches before it, but they are
     * taken if they come: the loops of a gateway may overtake each other, also with the first batches.
     */
    Epoch(String gateway, long first, long heardMillis) {
        this(gateway, new long[WORDS], first - 1, first, heardMillis);
    }

    private Epoch(String gateway, long[] seen, long highest, long judged, long heardMillis) {
        this.gateway = gateway;
        this.seen = seen;
        this.highest = highest;
        this.judged = judged;
        this.heardMillis = heardMillis;
    }

    String gateway() {
        return gateway;
    }

    long heardMillis() {
        return heardMillis;
    }

    void heard(long logMillis) {
        heardMillis = Math.max(heardMillis, logMillis);
    }

    /** How many batches will no longer be known once {@code number} is taken, that were neither seen nor counted. */
    long lost(long number) {
        return count(number - WINDOW + 1);
    }

    /** How many batches below {@code next} were neither seen nor counted; from now on they are. */
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
     * Takes lines of a batch.
     *
     * @return how many of the first of them were taken before; {@link BatchLines#ALL} if none is new or the batch lies below the window
     */
    int take(long number, BatchLines lines) {
        if (number <= highest && (highest - number >= WINDOW || isSeen(number))) {
            return BatchLines.ALL;
        }
        int had = number == partNumber ? partLines : 0;
        if (lines.isLast()) {
            partNumber = number == partNumber ? NO_NUMBER : partNumber;
            mark(number);
            return Math.max(0, had - lines.first());
        }
        if (lines.end() <= had) {
            return BatchLines.ALL;
        }
        partNumber = number;
        partLines = lines.end();
        return Math.max(0, had - lines.first());
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

    /** Of a number within the window. */
    private boolean isSeen(long number) {
        return (seen[word(number)] & bit(number)) != 0;
    }

    private static int word(long number) {
        return (int) (number / Long.SIZE % WORDS);
    }

    private static long bit(long number) {
        return 1L << number % Long.SIZE;
    }

    /** Writes the state; the name of a gateway only once in all epochs, which share {@code gateways}. */
    void write(Map<String, Integer> gateways, DataOutput out) throws IOException {
        int known = gateways.getOrDefault(gateway, gateways.size());
        out.writeInt(known);
        if (gateways.putIfAbsent(gateway, known) == null) {
            SavedText.write(gateway, out);
        }
        out.writeLong(highest);
        out.writeLong(judged);
        out.writeLong(heardMillis);
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
        long heardMillis = in.readLong();
        long[] seen = new long[WORDS];
        Arrays.fill(seen, -1);
        int what = in.readByte();
        for (int word = 0; (what & HOLES) != 0 && word < WORDS; word++) {
            seen[word] = in.readLong();
        }
        Epoch read = new Epoch(gateway, seen, highest, judged, heardMillis);
        if ((what & PART) != 0) {
            read.partNumber = in.readLong();
            read.partLines = in.readInt();
        }
        return read;
    }
}
