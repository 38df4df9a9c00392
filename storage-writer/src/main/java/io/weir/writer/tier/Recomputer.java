package io.weir.writer.tier;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.tier.StoreRequests.RefusedException;
import io.weir.writer.tier.TierServer.Life;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps tiers consistent with raw. Recomputes the windows of marks and all windows that the server
 * may have missed during an outage or never computes by itself, and adds new measurements.
 * Independent of Kafka; used by one thread.
 */
final class Recomputer {
    private static final Logger LOG = LoggerFactory.getLogger(Recomputer.class);
    /** Servers report their start time to about a second. */
    private static final long SAME_START_MILLIS = 2_000;

    /** After this time, a round begins no further chunk of a table; ended windows of others wait meanwhile. */
    private static final long LONGEST_ROUND_NANOS = Duration.ofSeconds(30).toNanos();

    private final TierServer server;
    private final TierMeters meters;
    private final LongSupplier nanoTime;
    private final Chunks chunks;
    private final Refusals refusals;
    /** The measurements of tiers that the server does not compute by itself, by name of the tier. */
    private final Map<String, Set<String>> known = new HashMap<>();

    /** Why the server refused to create parts in the previous call, by title. */
    private Map<String, String> refusedParts = Map.of();
    /** The lengths of windows that were reported, by the name of their tier. */
    private final Set<String> reported = new HashSet<>();
    /** The table with which the next run begins; null for the first one. */
    private @Nullable TierTable turn;

    Recomputer(TierServer server, TierMeters meters, LongSupplier nanoTime) {
        this.server = server;
        this.meters = meters;
        this.nanoTime = nanoTime;
        this.chunks = new Chunks(nanoTime);
        this.refusals = new Refusals(meters, nanoTime);
    }

    /**
     * The result of a run.
     *
     * @param life the server's state, for the next run
     * @param open due windows for which there was no time, for a later run
     * @param refused due windows of tables that the server refuses
     */
    record Round(Life life, List<Mark> open, List<Mark> refused) {
        /** Copies the lists. */
        Round {
            open = List.copyOf(open);
            refused = List.copyOf(refused);
        }

        /** All due windows that are not computed yet. */
        List<Mark> rest() {
            return Stream.concat(open.stream(), refused.stream()).toList();
        }
    }

    /**
     * Recomputes what is due, a chunk of each table in turn, so that no table waits for all chunks of another. A table
     * that the server refuses is left for a later run, after a pause that doubles. A run without time for all tables
     * lets the next one begin where it stopped. Repeating an interrupted run changes nothing.
     *
     * @param marks in any order, overlapping or not
     * @param before the server's state in the previous run; null if there was none
     */
    Round run(StorageRules rules, List<Mark> marks, @Nullable Life before) throws IOException {
        Life life = server.life();
        Deque<Work> open = inTurn(due(rules, marks, before, life));
        List<Work> refused = new ArrayList<>();
        long begun = nanoTime.getAsLong();
        while (!open.isEmpty() && nanoTime.getAsLong() - begun < LONGEST_ROUND_NANOS) {
            Work work = open.removeFirst();
            if (refusals.isHeld(work.table()) || !isComputed(rules, work)) {
                refused.add(work);
            } else if (!work.isDone()) {
                open.addLast(work);
            }
        }
        if (!open.isEmpty()) {
            turn = open.getFirst().table();
        }
        refusals.forgetOld();
        return new Round(life, rest(open), rest(refused));
    }

    /** Whether {@link #run} would leave these windows for later, because the server refused their table. */
    boolean isHeld(StorageRules rules, Mark mark) {
        return rules.computed().stream()
                .filter(tier -> tier.name().equals(mark.tier()))
                .anyMatch(tier -> refusals.isHeld(new TierTable(tier, mark.measurement())));
    }

    private static List<Mark> rest(Collection<Work> works) {
        return works.stream().flatMap(work -> work.rest().stream()).toList();
    }

    /** @param due in the order of tables */
    private Deque<Work> inTurn(List<Work> due) {
        TierTable first = turn;
        int at = 0;
        while (first != null
                && at < due.size()
                && TierTable.ORDER.compare(due.get(at).table(), first) < 0) {
            at++;
        }
        Deque<Work> works = new ArrayDeque<>(due.subList(at, due.size()));
        works.addAll(due.subList(0, at));
        return works;
    }

    private List<Work> due(StorageRules rules, List<Mark> marks, @Nullable Life before, Life life) throws IOException {
        List<StorageTier> applied = applied(rules);
        DueWindows due = new DueWindows(server, rules, known);
        marks.forEach(due::add);
        if (!server.computesWindows()) {
            for (StorageTier tier : applied) {
                due.addEnded(tier, before, life);
            }
        } else if (before != null && Math.abs(life.startedMillis() - before.startedMillis()) > SAME_START_MILLIS) {
            LOG.info("the store was restarted; computing all windows since it was last seen");
            applied.forEach(tier -> due.addSinceLastSeen(tier, before, life));
        }
        return due.work(applied, life.nowMillis(), meters);
    }

    /** Computes the next chunk of a table; false if the server refuses it. */
    private boolean isComputed(StorageRules rules, Work work) throws IOException {
        try {
            long from = work.next().fromMillis();
            long to = chunks.compute(server, rules, work.table(), work.next());
            if (work.computed(to)) {
                meters.computed();
            }
            refusals.computed(work, new TimeRange(from, to));
            return true;
        } catch (RefusedException e) {
            long from = work.next().fromMillis();
            long to = refusals.givenUp(work, e);
            if (to == from) {
                return false;
            }
            work.computed(to);
            return true;
        }
    }

    /**
     * Adds measurements or fields that are newer than the tiers; changes nothing else. A part that the server refuses
     * is tried again by the next call; others need not wait.
     *
     * @param later takes windows for later runs
     */
    void grow(StorageRules rules, WindowQueue later) throws IOException {
        if (applied(rules).isEmpty()) {
            return;
        }
        Set<String> holders = Stream.concat(rules.tiers().stream().limit(1), applied(rules).stream())
                .map(server::holder)
                .collect(Collectors.toSet());
        Map<String, String> reasons = new HashMap<>();
        for (Difference difference :
                TierPlan.of(server.existing(), server.desired(rules)).differences()) {
            Part part = difference.part();
            boolean isOfTier = holders.stream().anyMatch(holder -> part.name().startsWith(holder + "/"));
            if (isOfTier) {
                try {
                    if (server.isUpkeep(difference)) {
                        server.grow(difference, rules, later);
                        LOG.info("{} {}", part.title(), difference.existing() == null ? "created" : "created anew");
                    }
                } catch (RefusedException e) {
                    refused(part, String.valueOf(e.getMessage()), reasons);
                }
            }
        }
        refusedParts = reasons;
    }

    /** Reports a part once for each reason. */
    private void refused(Part part, String reason, Map<String, String> reasons) {
        meters.failed();
        reasons.put(part.title(), reason);
        if (!reason.equals(refusedParts.get(part.title()))) {
            LOG.error("the store refuses to create {} reason={}; the writer tries again", part.title(), reason);
        }
    }

    /**
     * The tiers that the server has, with the windows of the rules. All other tiers are computed completely when they are
     * created.
     */
    private List<StorageTier> applied(StorageRules rules) throws IOException {
        List<Part> parts = server.existing();
        Set<String> there = parts.stream().map(Part::name).collect(Collectors.toSet());
        List<StorageTier> applied = new ArrayList<>();
        for (StorageTier tier : rules.tiers()) {
            boolean isThere = there.contains(server.holder(tier)) || server.isHidden(tier);
            if (tier.isRaw() && !isThere) {
                return List.of();
            }
            if (!tier.isRaw() && isThere && !hasOtherWindows(tier, parts)) {
                applied.add(tier);
            }
        }
        return applied;
    }

    /** Logs once for each length that the rules give to the windows. */
    private boolean hasOtherWindows(StorageTier tier, List<Part> parts) {
        String holder = server.holder(tier);
        boolean hasOthers = parts.stream()
                .filter(part -> part.name().equals(holder) || part.name().startsWith(holder + "/"))
                .anyMatch(part -> part.window()
                        .filter(length -> !length.equals(tier.window()))
                        .isPresent());
        if (hasOthers && reported.add(tier.name() + tier.window())) {
            LOG.error(
                    "the windows of tier={} have another length in the store than in the rules, {};"
                            + " give the tier another name in the rules; it is not computed until then",
                    tier.name(),
                    Durations.format(tier.window()));
        }
        return hasOthers;
    }
}
