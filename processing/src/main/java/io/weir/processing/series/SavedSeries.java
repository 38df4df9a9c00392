package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;
import io.weir.contract.state.StateBytes;
import io.weir.processing.account.Account;
import io.weir.processing.aggregate.AggregateRules;
import io.weir.processing.aggregate.Contributions;
import io.weir.processing.aggregate.LeftGroup;
import io.weir.processing.aggregate.RevisedWindows;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.derive.DeriveRules;
import io.weir.processing.suppress.FeedFilters;
import io.weir.processing.suppress.FieldFilter;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The saved form of a {@link SeriesState}: parts, one for the names of the fields and one for each
 * rule with state. A part is
 *
 * <pre>
 * long   identity: of the names, or of the rule that reads the part
 * int    number of bytes that follow
 * bytes  as the owner of the state writes them
 * </pre>
 *
 * <p>The length allows a reader to skip the part of a rule that no longer exists. An identity of 0
 * ends the parts.
 */
final class SavedSeries {

    private static final long NO_MORE_PARTS = 0;

    /** The identity of the names, which do not depend on rules. */
    private static final long NAMES = 1;

    /** The identity of the values that senders change, which do not depend on rules either. */
    private static final long KEPT_VALUES = 2;

    private SavedSeries() {}

    static void write(SeriesState state, DataOutput out) throws IOException {
        StateBytes part = new StateBytes(256);
        state.names().write(state.knownFields(), part);
        endPart(NAMES, part, out);
        KeptValues kept = state.keptValues();
        if (kept != null) {
            kept.write(state.names(), part);
            endPart(KEPT_VALUES, part, out);
        }
        List<DeriveRules> derives = state.rules().derives();
        for (int i = 0; i < derives.size(); i++) {
            state.derivations().write(i, part);
            endPart(derives.get(i).identity(), part, out);
        }
        List<AggregateRules> aggregates = state.rules().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            state.windows(i).write(part);
            endPart(aggregates.get(i).identity(), part, out);
        }
        for (int i = 0; i < state.groups(); i++) {
            GroupPlan group = state.group(i);
            writeBytes(group.key().bytes(), part);
            writeBytes(group.member(), part);
            for (long tag : group.tags()) {
                part.writeLong(tag);
            }
            state.contributions(i).write(part);
            endPart(group.key().shape().identity(), part, out);
        }
        for (int output = 0; output < state.outputs(); output++) {
            for (Feed feed : SeriesState.FEEDS) {
                FeedFilters filters = state.filters(output, feed);
                if (filters != null) {
                    filters.write(part);
                    endPart(state.filterIdentity(output, feed), part, out);
                }
            }
        }
        out.writeLong(NO_MORE_PARTS);
    }

    /** Writes and empties {@code part}. */
    private static void endPart(long identity, StateBytes part, DataOutput out) throws IOException {
        out.writeLong(identity);
        out.writeInt(part.length());
        out.write(part.array(), 0, part.length());
        part.clear();
    }

    /** Copies the state of rules that both plans have. The caller must close {@code before}. */
    static SeriesState under(
            SeriesPlan plan,
            SeriesState before,
            Account account,
            byte[] key,
            LongFunction<@Nullable GroupShape> shapes) {
        boolean hasState = before.isSaved() || plan.rules().hasState();
        return copy(
                before,
                new SeriesState(
                        plan,
                        before.isSaved(),
                        account.open(key, before.holding().gateway(), hasState)),
                shapes);
    }

    /** Copies what {@code after} can take into it and returns it. The caller must close {@code before}. */
    static SeriesState copy(SeriesState before, SeriesState after, LongFunction<@Nullable GroupShape> shapes) {
        try {
            StateBytes bytes = new StateBytes(256);
            write(before, bytes);
            read(after, new DataInputStream(new ByteArrayInputStream(bytes.toBytes())), shapes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        keepFirstResults(before, after);
        return after;
    }

    /** A result under other tags is of another series, and does not revise the first one. */
    private static void keepFirstResults(SeriesState before, SeriesState after) {
        List<AggregateRules> aggregates = after.rules().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            if (after.windows(i) instanceof RevisedWindows windows && !before.hasOutput(after.output(1 + i))) {
                windows.keepFirst();
            }
        }
    }

    /**
     * Reads the output of {@link #write} into an empty state, which may be under other rules.
     *
     * @param shapes the shapes of all group rules, by identity
     */
    static void read(SeriesState state, DataInput in, LongFunction<@Nullable GroupShape> shapes) throws IOException {
        for (long identity = in.readLong(); identity != NO_MORE_PARTS; identity = in.readLong()) {
            byte[] part = new byte[in.readInt()];
            in.readFully(part);
            DataInputStream from = new DataInputStream(new ByteArrayInputStream(part));
            GroupShape shape = shapes.apply(identity);
            if (shape == null) {
                readPart(state, identity, from);
            } else {
                readGroup(state, shape, from);
            }
        }
        state.count();
    }

    private static void readPart(SeriesState state, long identity, DataInputStream in) throws IOException {
        if (identity == NAMES) {
            readNames(state, in);
            return;
        }
        if (identity == KEPT_VALUES) {
            state.keepValues().read(state::fieldNumber, in);
            return;
        }
        List<DeriveRules> derives = state.rules().derives();
        for (int i = 0; i < derives.size(); i++) {
            if (derives.get(i).identity() == identity) {
                state.derivations().read(i, in);
                return;
            }
        }
        List<AggregateRules> aggregates = state.rules().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).identity() == identity) {
                readWindows(state, i, in);
                return;
            }
        }
        for (int output = 0; output < state.outputs(); output++) {
            for (Feed feed : SeriesState.FEEDS) {
                FeedFilters filters = state.filters(output, feed);
                if (filters != null && state.filterIdentity(output, feed) == identity) {
                    readFilters(state, output, feed, filters, in);
                    return;
                }
            }
        }
    }

    /**
     * Also reads the windows that revise their results, in case that these are new. If they are not, a later
     * part replaces them.
     */
    private static void readWindows(SeriesState state, int aggregate, DataInputStream in) throws IOException {
        byte[] windows = in.readAllBytes();
        state.windows(aggregate).read(new DataInputStream(new ByteArrayInputStream(windows)));
        if (state.rules().aggregates().get(aggregate).isRevised()) {
            ((RevisedWindows) state.windows(aggregate + 1))
                    .readFirst(new DataInputStream(new ByteArrayInputStream(windows)));
        }
    }

    /** The windows of another group than that of the plan are those of a group that it has left. */
    private static void readGroup(SeriesState state, GroupShape shape, DataInputStream in) throws IOException {
        byte[] key = readBytes(in);
        byte[] member = readBytes(in);
        long[] tags = new long[shape.ofTags()];
        for (int tag = 0; tag < tags.length; tag++) {
            tags[tag] = in.readLong();
        }
        for (int i = 0; i < state.plan().groups().size(); i++) {
            if (Arrays.equals(state.group(i).key().bytes(), key)) {
                readContributions(state, i, in);
                return;
            }
        }
        Contributions windows = Contributions.of(shape);
        windows.read(in);
        for (int i = 0; i < state.plan().groups().size(); i++) {
            if (state.group(i).key().shape().identity() == shape.identity()) {
                state.contributions(i).takeEnds(windows);
            }
        }
        windows.leave();
        if (windows.isOpen()) {
            GroupKey group = GroupKey.of(shape, GroupKey.series(key));
            state.addLeft(new LeftGroup(new GroupPlan(group, member, tags), windows));
        }
    }

    /** As {@link #readWindows}. */
    private static void readContributions(SeriesState state, int group, DataInputStream in) throws IOException {
        byte[] windows = in.readAllBytes();
        state.contributions(group).read(new DataInputStream(new ByteArrayInputStream(windows)));
        if (state.rules().groupShape(group).isRevised()) {
            state.contributions(group + 1).readFirst(new DataInputStream(new ByteArrayInputStream(windows)));
        }
    }

    private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static void readNames(SeriesState state, DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            state.fieldNumber(readBytes(in));
        }
    }

    private static void readFilters(SeriesState state, int output, Feed feed, FeedFilters filters, DataInput in)
            throws IOException {
        filters.read(in, number -> filter(state, output, feed, number));
    }

    /** An equal identity of the filters implies that the same rule suppresses the field. */
    private static FieldFilter filter(SeriesState state, int output, Feed feed, int number) {
        return Objects.requireNonNull(state.suppressed(output, number).in(feed)).filter();
    }
}
