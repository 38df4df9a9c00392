package io.weir.processing.merge;

import io.weir.contract.rule.ResultGraph;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The progress of one source partition: its time and the version of its rules. A partition of
 * results has a time for each level of the rules over them.
 */
final class SourcePartition {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final long[] millis = new long[ResultGraph.MOST_LEVELS];
    private String rules = "";

    SourcePartition() {
        Arrays.fill(millis, UNKNOWN);
    }

    /** Sets the source's time for rules of a level, which may go back. */
    void tick(int level, long tickMillis) {
        if (level < 1 || level > millis.length) {
            throw new IllegalArgumentException("level must be from 1 to " + millis.length + ", was " + level);
        }
        millis[level - 1] = tickMillis;
    }

    /** Its time for rules of a level; {@link Long#MIN_VALUE} before the first tick. */
    long millis(int level) {
        return millis[level - 1];
    }

    /** The version of the rules, empty until the source has reported one. */
    String rules() {
        return rules;
    }

    void rules(String version) {
        rules = version;
    }

    void write(DataOutput out) throws IOException {
        for (long each : millis) {
            out.writeLong(each);
        }
        out.writeUTF(rules);
    }

    void read(DataInput in) throws IOException {
        for (int level = 1; level <= millis.length; level++) {
            tick(level, in.readLong());
        }
        rules = in.readUTF();
    }
}
