package io.weir.processing.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.GroupRule;
import io.weir.contract.rule.metric.PeerScore;
import io.weir.processing.window.CellLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a group rule asks to be gathered; written with the state, which can so be read without the rule.
 *
 * @param rule the rule's name, by which is counted
 * @param identity hash of all of the rule but for what it matches; what is gathered under one never meets another
 * @param inputs how many values are gathered side by side
 * @param functions what is to be known of each
 * @param hasMembers whether each series' own value is kept
 * @param maxGroups so many groups are open at once in a partition
 */
public record GroupShape(
        String rule,
        long identity,
        long lengthNanos,
        long graceNanos,
        int inputs,
        List<AggregateFunction> functions,
        boolean hasMembers,
        int maxGroups) {

    /** What a rule asks for. */
    public static GroupShape of(GroupRule rule) {
        byte[] text = rule.identity().getBytes(UTF_8);
        return new GroupShape(
                rule.name(),
                SeriesHash.of(text, 0, text.length),
                rule.window().toNanos(),
                rule.grace().toNanos(),
                rule.inputs().size(),
                rule.functions(),
                rule.result() instanceof PeerScore,
                rule.maxGroups());
    }

    /** How cells of this shape are laid out. */
    public CellLayout layout() {
        return CellLayout.of(functions);
    }

    /** The start of the window that a value belongs to. */
    public long start(long timestamp) {
        return Math.floorDiv(timestamp, lengthNanos) * lengthNanos;
    }

    /** The time of the farm at which a window closes. */
    public long closesAt(long start) {
        return start + lengthNanos + graceNanos;
    }

    void write(DataOutput out) throws IOException {
        out.writeUTF(rule);
        out.writeLong(identity);
        out.writeLong(lengthNanos);
        out.writeLong(graceNanos);
        out.writeInt(inputs);
        out.writeInt(functions.size());
        for (AggregateFunction function : functions) {
            out.writeUTF(function.spelling());
        }
        out.writeBoolean(hasMembers);
        out.writeInt(maxGroups);
    }

    static GroupShape read(DataInput in) throws IOException {
        String rule = in.readUTF();
        long identity = in.readLong();
        long lengthNanos = in.readLong();
        long graceNanos = in.readLong();
        int inputs = in.readInt();
        List<AggregateFunction> functions = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            functions.add(AggregateFunction.of(in.readUTF()));
        }
        return new GroupShape(
                rule, identity, lengthNanos, graceNanos, inputs, functions, in.readBoolean(), in.readInt());
    }
}
