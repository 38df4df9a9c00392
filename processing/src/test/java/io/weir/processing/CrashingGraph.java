package io.weir.processing;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.state.BlockStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.streams.test.TestRecord;

/**
 * One of the two graphs of processing, with the part of the broker: the offset and the changelog of
 * its last commit, and its output that the logs do not have yet. After a crash, it begins again from
 * the last commit. Not thread-safe.
 */
final class CrashingGraph implements AutoCloseable {

    private final RuleFile rules;
    private final Kind kind;
    private final List<Consumer<TopologyRig>> input;
    private final Logs logs;
    private final Random random;

    /** Output on its way to the log of partials, and to that of the store. */
    private final List<Consumer<TopologyRig>> sentPartials = new ArrayList<>();

    private final List<String> sentLines = new ArrayList<>();

    /** The changelog at the last commit, and its records since then. */
    private List<TestRecord<byte[], byte[]>> changelog = List.of();

    private final List<TestRecord<byte[], byte[]>> changes = new ArrayList<>();
    private int committed;
    private int next;
    private TopologyRig rig;

    /**
     * The logs that both graphs write.
     *
     * @param partials each record, as an action that sends it to the second graph
     * @param stored the lines for the store; a line that is written again is the same point
     */
    record Logs(List<Consumer<TopologyRig>> partials, Set<String> stored) {}

    /**
     * Where the two graphs differ.
     *
     * @param skip moves the offset of the input by one record without an effect
     */
    private record Kind(String changelog, Function<TopologyRig, BlockStore<?>> store, Consumer<TopologyRig> skip) {}

    private CrashingGraph(RuleFile rules, Kind kind, List<Consumer<TopologyRig>> input, Logs logs, Random random) {
        this.rules = rules;
        this.kind = kind;
        this.input = input;
        this.logs = logs;
        this.random = random;
        this.rig = TopologyRig.ofSeparateGraphs(rules);
    }

    /** The graph that reads received metrics. */
    static CrashingGraph ofInput(RuleFile rules, List<Consumer<TopologyRig>> input, Logs logs, Random random) {
        Kind kind = new Kind(TopologyRig.CHANGELOG, TopologyRig::store, rig -> rig.batch(0, "# only moves the offset"));
        return new CrashingGraph(rules, kind, input, logs, random);
    }

    /** The graph that reads partials; {@code input} may grow. */
    static CrashingGraph ofResults(RuleFile rules, List<Consumer<TopologyRig>> input, Logs logs, Random random) {
        Kind kind = new Kind(TopologyRig.MERGED_CHANGELOG, TopologyRig::merged, TopologyRig::skipPartial);
        return new CrashingGraph(rules, kind, input, logs, random);
    }

    /** Whether there is a record to read, or output that is not in the logs. */
    boolean hasMore() {
        return next < input.size() || !sentPartials.isEmpty() || !sentLines.isEmpty();
    }

    /** Reads one record, if there is one. Any part of the output reaches the logs. */
    void step() {
        if (next < input.size()) {
            input.get(next).accept(rig);
            next++;
            rig.output(rig.topics.partials()).forEach(each -> sentPartials.add(to -> to.partial(each)));
            sentLines.addAll(rig.lines(rig.topics.storage()));
            changes.addAll(rig.output(kind.changelog));
        }
        deliverSome();
    }

    /** Commits: the logs have all output, and the changelog all changes. */
    void commit() {
        deliverAll();
        changelog = changelogAndChanges();
        changes.clear();
        committed = next;
    }

    /**
     * Ends the task and begins again from the last commit. The crash happens either while a
     * checkpoint is saved, when the logs have all output; or before that, when each log lacks any
     * number of the newest records.
     *
     * @param restores whether to restore the changelog
     */
    void crash(boolean restores) {
        boolean isInCheckpoint = random.nextBoolean();
        if (isInCheckpoint) {
            deliverAll();
        } else {
            deliverSome();
        }
        sentPartials.clear();
        sentLines.clear();
        CutCheckpoint left = new CutCheckpoint(changelog, isInCheckpoint ? changelogAndChanges() : changelog);
        changes.clear();
        rig.close();
        rig = TopologyRig.ofSeparateGraphs(rules);
        for (next = 0; next < committed; next++) {
            kind.skip.accept(rig);
        }
        rig.output(kind.changelog);
        if (restores) {
            changelog = left.restore(kind.store.apply(rig), random);
        }
    }

    private List<TestRecord<byte[], byte[]>> changelogAndChanges() {
        List<TestRecord<byte[], byte[]>> all = new ArrayList<>(changelog);
        all.addAll(changes);
        return all;
    }

    private void deliverAll() {
        deliver(sentPartials, sentPartials.size(), logs.partials);
        deliver(sentLines, sentLines.size(), logs.stored);
    }

    /** Each log receives its records in order, independently of the other log. */
    private void deliverSome() {
        deliver(sentPartials, random.nextInt(sentPartials.size() + 1), logs.partials);
        deliver(sentLines, random.nextInt(sentLines.size() + 1), logs.stored);
    }

    private static <T> void deliver(List<T> sent, int count, Collection<? super T> to) {
        List<T> delivered = sent.subList(0, count);
        to.addAll(delivered);
        delivered.clear();
    }

    @Override
    public void close() {
        rig.close();
    }
}
