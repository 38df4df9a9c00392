package io.weir.processing.merge;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.InputProgress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All source partitions together: those of received metrics, then those of results. The farm's time
 * is the least time of all of them. A group rule is active only where it is active in all of them,
 * so that no window lacks the part of a partition without the rule.
 */
final class SourcePartitions {

    private final Rules rules;
    private final int partitions;
    private final SourcePartition[] sources;
    private final InputProgress progress = new InputProgress();
    private final Map<String, GroupVersion> versions = new HashMap<>();
    private Map<Long, MergedRule> active = Map.of();
    private boolean isActiveKnown;

    /**
     * By identity of a rule that began later than others, the start of the first window that has the parts of all
     * source partitions, in nanoseconds.
     */
    private final Map<Long, Long> wholeSince = new TreeMap<>();

    /** By identity of a rule, the start of the last window of which a part was kept. */
    private final Map<Long, Long> lastParts = new TreeMap<>();

    SourcePartitions(Rules rules, int partitions) {
        this.rules = rules;
        this.partitions = partitions;
        this.sources = new SourcePartition[2 * partitions];
        reset();
    }

    /** The records already received from them. */
    InputProgress progress() {
        return progress;
    }

    int size() {
        return sources.length;
    }

    SourcePartition get(int partition) {
        return sources[partition];
    }

    /**
     * The least time of all source partitions for rules of a level; {@link Long#MIN_VALUE} until
     * each has reported its time.
     */
    long millis(int level) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < partitions; i++) {
            least = Math.min(least, sources[i].millis(1));
        }
        for (int i = partitions; level > 1 && i < sources.length; i++) {
            least = Math.min(least, sources[i].millis(level));
        }
        return least;
    }

    /**
     * Notes that a source partition uses other rules; returns false, without an effect, if that
     * version is not available.
     *
     * @param millis the time of the source partition at its switch
     */
    boolean switchTo(int partition, String version, long millis) {
        Optional<GroupVersion> next = version(version);
        if (next.isEmpty()) {
            return false;
        }
        version(sources[partition].rules()).ifPresent(before -> noteBegun(partition, millis, before, next.get()));
        Map<Long, MergedRule> before = active();
        sources[partition].rules(version);
        isActiveKnown = false;
        before.values().forEach(this::noteDropped);
        return true;
    }

    /**
     * The parts that wait for a rule which is no longer active are dropped. If it is active again
     * later, those windows lack them.
     */
    private void noteDropped(MergedRule rule) {
        long identity = rule.shape().identity();
        Long last = lastParts.get(identity);
        if (last != null && !active().containsKey(identity)) {
            wholeSince.merge(identity, last + 1, Math::max);
        }
    }

    /** Notes that a part of a window is kept. */
    void keep(MergedRule rule, long startNanos) {
        Long last = lastParts.get(rule.shape().identity());
        if (last == null || startNanos > last) {
            lastParts.put(rule.shape().identity(), startNanos);
        }
    }

    private void noteBegun(int partition, long millis, GroupVersion before, GroupVersion next) {
        wholeSince.keySet().removeIf(identity -> !next.rules().containsKey(identity) && !isUsed(identity));
        lastParts.keySet().removeIf(identity -> !next.rules().containsKey(identity) && !isUsed(identity));
        for (MergedRule rule : next.rules().values()) {
            boolean contributes = partition < partitions || rule.level() > 1;
            if (contributes && !before.rules().containsKey(rule.shape().identity())) {
                noteClosed(millis, rule);
            }
        }
    }

    /** Windows that a source partition has closed without the rule have no part of it. */
    private void noteClosed(long millis, MergedRule rule) {
        long closed = TimeUnit.MILLISECONDS.toNanos(millis);
        wholeSince.merge(rule.shape().identity(), closed - rule.firstClosesAfterNanos() + 1, Math::max);
    }

    private boolean isUsed(long identity) {
        return Arrays.stream(sources)
                .flatMap(source -> version(source.rules()).stream())
                .anyMatch(version -> version.rules().containsKey(identity));
    }

    /** Notes that a part of a window was dropped, because the rule was not active everywhere. */
    void drop(long identity, long startNanos) {
        wholeSince.merge(identity, startNanos + 1, Math::max);
    }

    /** Whether a window that starts at {@code startNanos} has the parts of all source partitions. */
    boolean isWhole(MergedRule rule, long startNanos) {
        return startNanos >= wholeSince.getOrDefault(rule.shape().identity(), Long.MIN_VALUE);
    }

    /** The version that all partitions of received metrics use; null while they differ. */
    @Nullable
    RuleFile common() {
        String version = sources[0].rules();
        for (int i = 0; i < partitions; i++) {
            if (!sources[i].rules().equals(version)) {
                return null;
            }
        }
        return version(version).map(GroupVersion::file).orElse(null);
    }

    /**
     * The rule with this identity if it is active in all source partitions that contribute to it;
     * otherwise null.
     */
    @Nullable
    MergedRule rule(long identity) {
        return active().get(identity);
    }

    private Map<Long, MergedRule> active() {
        if (!isActiveKnown) {
            active = inAll();
            isActiveKnown = true;
        }
        return active;
    }

    /**
     * A source partition that has not reported a version is assumed to use the rules of the others.
     */
    private Map<Long, MergedRule> inAll() {
        List<GroupVersion> ofInput = reported(0, partitions);
        Map<Long, MergedRule> all = new HashMap<>();
        if (!ofInput.isEmpty()) {
            all.putAll(ofInput.get(0).rules());
            ofInput.forEach(version -> all.keySet().retainAll(version.rules().keySet()));
        }
        for (GroupVersion version : reported(partitions, sources.length)) {
            all.entrySet()
                    .removeIf(rule ->
                            rule.getValue().level() > 1 && !version.rules().containsKey(rule.getKey()));
        }
        return all;
    }

    private List<GroupVersion> reported(int from, int to) {
        List<GroupVersion> reported = new ArrayList<>();
        for (int i = from; i < to; i++) {
            if (!sources[i].rules().isEmpty()) {
                version(sources[i].rules()).ifPresent(reported::add);
            }
        }
        return reported;
    }

    private Optional<GroupVersion> version(String version) {
        GroupVersion known = versions.get(version);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<GroupVersion> found =
                version.isEmpty() ? Optional.empty() : rules.find(version).map(GroupVersion::of);
        found.ifPresent(each -> versions.put(version, each));
        return found;
    }

    void reset() {
        for (int partition = 0; partition < sources.length; partition++) {
            sources[partition] = new SourcePartition();
        }
        progress.reset();
        wholeSince.clear();
        lastParts.clear();
        versions.clear();
        isActiveKnown = false;
    }

    void write(DataOutput out) throws IOException {
        progress.write(out);
        out.writeInt(sources.length);
        for (SourcePartition source : sources) {
            source.write(out);
        }
        write(wholeSince, out);
        write(lastParts, out);
    }

    private static void write(Map<Long, Long> starts, DataOutput out) throws IOException {
        out.writeInt(starts.size());
        for (Map.Entry<Long, Long> rule : starts.entrySet()) {
            out.writeLong(rule.getKey());
            out.writeLong(rule.getValue());
        }
    }

    void read(DataInput in) throws IOException {
        progress.read(in);
        int saved = in.readInt();
        if (saved != sources.length) {
            throw new IOException(
                    "the state was saved with " + saved + " source partitions, there are now " + sources.length);
        }
        for (SourcePartition source : sources) {
            source.read(in);
        }
        read(wholeSince, in);
        read(lastParts, in);
        isActiveKnown = false;
    }

    private static void read(Map<Long, Long> starts, DataInput in) throws IOException {
        starts.clear();
        for (int left = in.readInt(); left > 0; left--) {
            starts.put(in.readLong(), in.readLong());
        }
    }
}
