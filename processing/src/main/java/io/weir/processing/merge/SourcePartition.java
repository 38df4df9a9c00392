package io.weir.processing.merge;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The progress of one source partition: its time and the version of its rules. */
final class SourcePartition {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private long millis = UNKNOWN;
    private String rules = "";

    /** Sets the source's time, which may go back. */
    void tick(long tickMillis) {
        millis = tickMillis;
    }

    /** {@link Long#MIN_VALUE} before the first tick. */
    long millis() {
        return millis;
    }

    /** The version of the rules, empty until the source has reported one. */
    String rules() {
        return rules;
    }

    void rules(String version) {
        rules = version;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(millis);
        out.writeUTF(rules);
    }

    void read(DataInput in) throws IOException {
        millis = in.readLong();
        rules = in.readUTF();
    }
}
