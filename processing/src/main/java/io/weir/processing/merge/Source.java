package io.weir.processing.merge;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a merging task knows of one source partition: how far it has come, and under which rules it is. */
final class Source {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private long millis = UNKNOWN;
    private String rules = "";

    /** The source's time is this; it may go back. */
    void tick(long tickMillis) {
        millis = tickMillis;
    }

    /** The least value there is if no time was told yet. */
    long millis() {
        return millis;
    }

    /** The version of the rules, empty if none was told yet. */
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
