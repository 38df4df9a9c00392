package io.weir.dashboard.search;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmOrder;
import io.weir.contract.rule.match.AlarmFilter;
import io.weir.contract.rule.match.WordFilter;
import io.weir.dashboard.live.AlarmTable;
import io.weir.dashboard.live.HostView;
import io.weir.dashboard.live.LiveHub;
import io.weir.dashboard.live.NamedRule;
import io.weir.dashboard.live.RefusedLines;
import io.weir.dashboard.live.RefusedRecord;
import io.weir.dashboard.search.Found.FoundAlarm;
import io.weir.dashboard.search.Found.Group;
import io.weir.dashboard.search.Found.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Searches hosts, alarms, rules, metrics, series and refused lines. Thread-safe. */
public final class Search {
    /** A search holds a thread of the server. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Comparator<RefusedRecord> LATEST_FIRST =
            Comparator.comparingLong(RefusedRecord::millis).reversed();

    private final LiveHub hub;
    private final AlarmTable alarms;
    private final RefusedLines refused;
    private final Supplier<List<NamedRule>> rules;
    private final LongSupplier nanoTime;

    /** Reads all arguments anew with each search. */
    public Search(LiveHub hub, AlarmTable alarms, RefusedLines refused, Supplier<List<NamedRule>> rules) {
        this(hub, alarms, refused, rules, System::nanoTime);
    }

    Search(
            LiveHub hub,
            AlarmTable alarms,
            RefusedLines refused,
            Supplier<List<NamedRule>> rules,
            LongSupplier nanoTime) {
        this.hub = hub;
        this.alarms = alarms;
        this.refused = refused;
        this.rules = rules;
        this.nanoTime = nanoTime;
    }

    /**
     * Finds the best matches of each kind, within about two seconds.
     *
     * @param limit of matches of one kind
     */
    public Found find(WordFilter words, int limit) {
        Turn turn = new Turn(words, limit);
        List<Group> groups = new ArrayList<>();
        turn.best(hub.hosts(), host -> isMatching(words, host), HostView::host, Best.byLength(HostView::host))
                .addTo(groups, Kind.HOST);
        turn.best(alarms.all().alarms(), new AlarmFilter(words), AlarmEvent::id, AlarmOrder.BY_URGENCY)
                .addTo(groups, Kind.ALARM, FoundAlarm::of);
        turn.best(rules.get(), rule -> isMatching(words, rule), NamedRule::name, Best.byLength(NamedRule::name))
                .addTo(groups, Kind.RULE);
        turn.best(refused.latest(), line -> isMatching(words, line), RefusedRecord::reason, LATEST_FIRST)
                .addTo(groups, Kind.REFUSED);
        SeriesSearch series = new SeriesSearch(words, limit);
        hub.visit(names -> !turn.isOver() && series.take(names));
        series.addTo(groups);
        groups.sort(Comparator.comparingInt(Group::rank).thenComparing(Group::kind));
        return new Found(groups, turn.isOver || series.isFull());
    }

    private static boolean isMatching(WordFilter words, HostView host) {
        return !host.host().isEmpty() && words.test(List.of(host.host()), Map.of(host.tag(), host.host()));
    }

    private static boolean isMatching(WordFilter words, NamedRule rule) {
        return words.test(List.of(), Map.of("rule", rule.name(), "kind", rule.kind()));
    }

    private static boolean isMatching(WordFilter words, RefusedRecord line) {
        Map<String, String> tags = new TreeMap<>(line.tags());
        tags.put("reason", line.reason());
        tags.put("source", line.source());
        tags.put("stage", line.stage());
        return words.test(List.of(line.text()), tags);
    }

    /** One search, until its time is over. */
    private final class Turn {
        private final WordFilter words;
        private final int limit;
        private final long beginNanos = nanoTime.getAsLong();
        private boolean isOver;

        private Turn(WordFilter words, int limit) {
            this.words = words;
            this.limit = limit;
        }

        private <T> Best<T> best(
                Collection<T> all, Predicate<T> filter, Function<T, String> name, Comparator<T> order) {
            Best<T> best = new Best<>(limit, order);
            for (T one : all) {
                if (isOver()) {
                    break;
                }
                if (filter.test(one)) {
                    best.add(words.rank(name.apply(one)), one);
                }
            }
            return best;
        }

        private boolean isOver() {
            isOver |= nanoTime.getAsLong() - beginNanos > LONGEST_NANOS;
            return isOver;
        }
    }
}
