package io.weir.processing.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.metric.AggregateFunction;
import io.weir.contract.rule.metric.GroupRule;
import io.weir.contract.rule.metric.PeerScore;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The data that a group rule collects. It is saved with the state, so that the state is readable
 * without the rule.
 *
 * @param rule the rule's name, for meters
 * @param identity hash of all of the rule except its match; data of different identities is never
 *     combined
 * @param inputs number of values that are collected side by side
 * @param functions the functions to compute for each input
 * @param hasMembers whether each series' own value is kept
 * @param maxGroups limit of the groups open at the same time in a partition
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

    /** The shape of a rule. */
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

    /** The layout of cells of this shape. */
    public CellLayout layout() {
        return CellLayout.of(functions);
    }

    /** The start of the window that a value belongs to. */
    public long start(long timestamp) {
        return Math.floorDiv(timestamp, lengthNanos) * lengthNanos;
    }

    /** The log time at which a window closes. */
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
