package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The groups of one rule with an open window: their hashes, and the close time of the last window
 * of each.
 */
final class Admissions {

    private final int most;
    private LongSet hashes = new LongSet();
    private long[] closesAt = new long[4];

    Admissions(int most) {
        this.most = most;
    }

    /**
     * Admits a group or extends its admission. A group counts from its first value until its last
     * window closes; the decision depends on nothing else.
     */
    boolean admit(long hash, long windowClosesAt, long logNanos) {
        int known = hashes.find(hash);
        if (known >= 0) {
            closesAt[known] = Math.max(closesAt[known], windowClosesAt);
            return true;
        }
        if (hashes.size() >= most) {
            forgetClosed(logNanos);
        }
        if (hashes.size() >= most) {
            return false;
        }
        put(hash, windowClosesAt);
        return true;
    }

    private void put(long hash, long closes) {
        int number = hashes.add(hash);
        if (number == closesAt.length) {
            closesAt = Arrays.copyOf(closesAt, number * 2);
        }
        closesAt[number] = closes;
    }

    private void forgetClosed(long logNanos) {
        LongSet before = hashes;
        long[] times = closesAt;
        hashes = new LongSet();
        closesAt = new long[4];
        for (int number = 0; number < before.size(); number++) {
            if (times[number] > logNanos) {
                put(before.member(number), times[number]);
            }
        }
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(most);
        hashes.write(out);
        for (int number = 0; number < hashes.size(); number++) {
            out.writeLong(closesAt[number]);
        }
    }

    static Admissions read(DataInput in) throws IOException {
        Admissions read = new Admissions(in.readInt());
        read.hashes.read(in);
        read.closesAt = new long[Math.max(4, read.hashes.size())];
        for (int number = 0; number < read.hashes.size(); number++) {
            read.closesAt[number] = in.readLong();
        }
        return read;
    }
}
