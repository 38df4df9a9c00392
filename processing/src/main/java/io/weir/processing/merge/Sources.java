package io.weir.processing.merge;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.InputProgress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All source partitions together. What has passed in each has passed for the farm; a group rule holds where it holds in each, so
 * that no window is told to which one of them adds nothing because it has no such rule.
 */
final class Sources {

    private final Rules rules;
    private final Source[] sources;
    private final InputProgress progress = new InputProgress();
    private final Map<String, GroupVersion> versions = new HashMap<>();
    private Map<Long, MergedRule> held = Map.of();
    private boolean isHeldKnown;

    Sources(Rules rules, int partitions) {
        this.rules = rules;
        this.sources = new Source[partitions];
        reset();
    }

    /** What was had of them. */
    InputProgress progress() {
        return progress;
    }

    int size() {
        return sources.length;
    }

    Source get(int partition) {
        return sources[partition];
    }

    /** The time that has passed in all source partitions; the least value there is until each has told its time. */
    long millis() {
        long least = Long.MAX_VALUE;
        for (Source source : sources) {
            least = Math.min(least, source.millis());
        }
        return least;
    }

    /** A source partition went over to other rules; returns false if they cannot be had, and so do not count. */
    boolean switchTo(int partition, String version) {
        if (version(version).isEmpty()) {
            return false;
        }
        sources[partition].rules(version);
        isHeldKnown = false;
        return true;
    }

    /** The version under which all source partitions are; null while they are not. */
    @Nullable
    RuleFile common() {
        String version = sources[0].rules();
        for (Source source : sources) {
            if (!source.rules().equals(version)) {
                return null;
            }
        }
        return version(version).map(GroupVersion::file).orElse(null);
    }

    /** The rule with this identity, if it holds in all source partitions; null if not. */
    @Nullable
    MergedRule rule(long identity) {
        if (!isHeldKnown) {
            held = inAll();
            isHeldKnown = true;
        }
        return held.get(identity);
    }

    /** A source partition that has told nothing yet is taken to be under the rules of the others. */
    private Map<Long, MergedRule> inAll() {
        List<GroupVersion> told = new ArrayList<>();
        for (Source source : sources) {
            if (!source.rules().isEmpty()) {
                version(source.rules()).ifPresent(told::add);
            }
        }
        Map<Long, MergedRule> all = new HashMap<>();
        if (!told.isEmpty()) {
            all.putAll(told.get(0).rules());
            told.forEach(version -> all.keySet().retainAll(version.rules().keySet()));
        }
        return all;
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
            sources[partition] = new Source();
        }
        progress.reset();
        versions.clear();
        isHeldKnown = false;
    }

    void write(DataOutput out) throws IOException {
        progress.write(out);
        out.writeInt(sources.length);
        for (Source source : sources) {
            source.write(out);
        }
    }

    void read(DataInput in) throws IOException {
        progress.read(in);
        int saved = in.readInt();
        if (saved != sources.length) {
            throw new IOException(saved + " source partitions were saved, there are " + sources.length);
        }
        for (Source source : sources) {
            source.read(in);
        }
        isHeldKnown = false;
    }
}
