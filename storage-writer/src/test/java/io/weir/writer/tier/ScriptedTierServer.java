package io.weir.writer.tier;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.tier.Part.Kind;
import io.weir.writer.tier.StoreRequests.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A server of tiers for tests. A test chooses the computations that it refuses or executes slowly. Records requested
 * computations, in seconds relative to now. For one thread.
 */
final class ScriptedTierServer implements TierServer {
    private final long now;
    private final StorageRules rules;
    final List<String> computed = new ArrayList<>();
    final List<Part> parts;
    final List<String> wanted = new ArrayList<>();
    final List<String> applied = new ArrayList<>();
    final List<Long> sizes = new ArrayList<>();
    final AtomicLong nanos = new AtomicLong();
    OptionalLong first = OptionalLong.of(Long.MIN_VALUE);
    List<String> measurements = List.of("cpu");
    Set<String> hidden = Set.of();
    String refuses = "";
    String unreadable = "";
    String slow = "";
    long nanosOfEach = 1_000_000;
    Set<Long> bad = Set.of();
    final Set<Long> windows = new TreeSet<>();
    int mostWindows = Integer.MAX_VALUE;
    boolean computesWindows = true;
    Life life;

    /** Has raw, and all tiers of the rules. */
    ScriptedTierServer(long now, StorageRules rules) {
        this.now = now;
        this.rules = rules;
        parts = new ArrayList<>(
                rules.tiers().stream().map(tier -> bucket(tier.name())).toList());
        life = new Life(now - 3_600_000, now);
    }

    private Part bucket(String name) {
        return Part.holding(Kind.BUCKET, name, rules.rawKeep(), "");
    }

    @Override
    public boolean isRaw(StoreUrl place) {
        return true;
    }

    @Override
    public String holder(StorageTier tier) {
        return tier.name();
    }

    @Override
    public List<Part> existing() {
        return parts;
    }

    @Override
    public List<Part> desired(StorageRules rules) {
        return Stream.concat(parts.stream(), wanted.stream().map(this::bucket)).toList();
    }

    @Override
    public boolean computesWindows() {
        return computesWindows;
    }

    @Override
    public List<String> measurements(StorageRules rules, StorageTier tier, Set<String> known) {
        return Stream.concat(measurements.stream(), known.stream().filter(hidden::contains))
                .toList();
    }

    @Override
    public OptionalLong first(String measurement) {
        return first;
    }

    @Override
    public boolean isUpkeep(Difference difference) throws IOException {
        if (difference.part().name().equals(unreadable)) {
            throw new RefusedException(403, "no right");
        }
        return true;
    }

    @Override
    public void apply(Difference difference, StorageRules rules, Progress progress) throws IOException {
        String name = difference.part().name();
        if (name.equals(refuses)) {
            throw new RefusedException(200, "no memory");
        }
        applied.add(name);
    }

    @Override
    public void compute(StorageRules rules, StorageTier tier, Optional<String> measurement, TimeRange windows)
            throws IOException {
        Set<Long> starts = new TreeSet<>();
        for (long at = windows.fromMillis();
                at < windows.toMillis();
                at += tier.window().toMillis()) {
            starts.add(at);
        }
        if (measurement.filter(refuses::equals).isPresent() || !Collections.disjoint(bad, starts)) {
            throw new RefusedException(200, "field type conflict");
        }
        long size = (windows.toMillis() - windows.fromMillis()) / tier.window().toMillis();
        if (size > mostWindows) {
            throw new RefusedException(500, "no memory", true);
        }
        nanos.addAndGet(measurement.filter(slow::equals).isPresent() ? 31_000_000_000L : nanosOfEach);
        sizes.add(size);
        this.windows.addAll(starts);
        computed.add(tier.name() + " " + measurement.orElse("*") + " " + (windows.fromMillis() - now) / 1_000 + ".."
                + (windows.toMillis() - now) / 1_000);
    }

    @Override
    public Life life() {
        return life;
    }
}
