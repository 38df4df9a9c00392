package io.weir.dashboard.journal;

import io.weir.contract.alarm.AlarmRate;
import io.weir.contract.alarm.ChatterTotal;
import io.weir.contract.alarm.Severity;
import io.weir.dashboard.journal.Indicators.Caller;
import io.weir.dashboard.journal.Indicators.Chattered;
import io.weir.dashboard.journal.Indicators.Flood;
import io.weir.dashboard.journal.Indicators.Most;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes {@link Indicators} from the transitions of a period. Not thread-safe. */
public final class IndicatorCount {
    private static final long MINUTE_MILLIS = 60_000;
    private static final int MINUTES = 10;
    private static final long TEN_MINUTES_MILLIS = MINUTES * MINUTE_MILLIS;
    /** Limit of alarms and rules in each list. */
    private static final int SHOWN = 10;
    /** Limit of floods. */
    private static final int MOST_FLOODS = 50;

    private final long fromMillis;
    private final long toMillis;
    private final AlarmRate rate = new AlarmRate();
    /** The calls of the last ten minutes. */
    private final Deque<JournalEntry> recent = new ArrayDeque<>();

    private final Map<Severity, Long> severities = new EnumMap<>(Severity.class);
    private final long[] tens;
    private final Map<String, Caller> alarms = new HashMap<>();
    private final Map<String, Caller> rules = new HashMap<>();
    private final Map<String, ChatterTotal> chattered = new HashMap<>();
    private final List<Flood> floods = new ArrayList<>();
    private @Nullable Flood flood;
    private @Nullable Most most;
    private long calls;
    private long floodMillis;
    /** The begin of the minute up to which the rate is known. */
    private long minuteMillis;

    private IndicatorCount(long fromMillis, long toMillis) {
        this.fromMillis = fromMillis;
        this.toMillis = toMillis;
        minuteMillis = fromMillis / MINUTE_MILLIS * MINUTE_MILLIS;
        tens = new long[Math.toIntExact((toMillis - fromMillis + TEN_MINUTES_MILLIS - 1) / TEN_MINUTES_MILLIS)];
    }

    /**
     * The indicators of a period.
     *
     * @param entries transitions, the latest first; others than those of the period are skipped
     */
    public static Indicators of(List<JournalEntry> entries, long fromMillis, long toMillis) {
        IndicatorCount count = new IndicatorCount(fromMillis, toMillis);
        for (int i = entries.size() - 1; i >= 0; i--) {
            JournalEntry entry = entries.get(i);
            if (entry.decidedMillis() >= fromMillis && entry.decidedMillis() < toMillis) {
                count.take(entry);
            }
        }
        return count.result();
    }

    private void take(JournalEntry entry) {
        JournalEntry.Chatter chatter = entry.chatter();
        if (chatter != null) {
            ChatterTotal before = chattered.getOrDefault(entry.alarm(), ChatterTotal.none(entry.alarm()));
            chattered.put(entry.alarm(), before.with(chatter.flips(), chatter.over(), chatter.swing()));
        }
        if (entry.isCall()) {
            advance(entry.decidedMillis());
            call(entry);
        }
    }

    private void call(JournalEntry entry) {
        long millis = entry.decidedMillis();
        calls++;
        tens[Math.toIntExact((millis - fromMillis) / TEN_MINUTES_MILLIS)]++;
        severities.merge(entry.severity(), 1L, Long::sum);
        count(alarms, entry.alarm(), entry.rule());
        count(rules, entry.rule(), entry.rule());
        rate.called(millis);
        recent.add(entry);
        while (AlarmRate.minute(recent.element().decidedMillis()) <= AlarmRate.minute(millis) - MINUTES) {
            recent.remove();
        }
        if (most == null || rate.inTenMinutes() > most.calls()) {
            most = new Most(rate.inTenMinutes(), millis);
        }
        if (flood != null) {
            flood = new Flood(flood.fromMillis(), null, flood.calls() + 1, flood.first());
        } else if (rate.isFlood()) {
            flood = new Flood(
                    millis, null, rate.inTenMinutes(), recent.element().alarm());
        }
    }

    private static void count(Map<String, Caller> callers, String name, String rule) {
        callers.merge(name, new Caller(name, rule, 1), (known, one) -> new Caller(name, rule, known.calls() + 1));
    }

    /** A flood may end at the end of each minute. */
    private void advance(long millis) {
        for (; minuteMillis + MINUTE_MILLIS <= millis; minuteMillis += MINUTE_MILLIS) {
            long nowMillis = minuteMillis + MINUTE_MILLIS;
            rate.advance(nowMillis);
            if (flood != null && !rate.isFlood()) {
                end(flood, nowMillis);
                flood = null;
            }
        }
    }

    private void end(Flood over, long endMillis) {
        floods.add(new Flood(over.fromMillis(), endMillis, over.calls(), over.first()));
        floodMillis += endMillis - over.fromMillis();
    }

    private Indicators result() {
        advance(toMillis);
        if (flood != null) {
            floods.add(flood);
            floodMillis += toMillis - flood.fromMillis();
        }
        Collections.reverse(floods);
        return new Indicators(
                fromMillis,
                toMillis,
                calls,
                severities,
                most,
                Arrays.stream(tens).boxed().toList(),
                floods.subList(0, Math.min(MOST_FLOODS, floods.size())),
                floodMillis,
                first(alarms),
                first(rules),
                chattered.values().stream()
                        .sorted(ChatterTotal.MOST_FIRST)
                        .limit(SHOWN)
                        .map(Chattered::of)
                        .toList());
    }

    private static List<Caller> first(Map<String, Caller> callers) {
        return callers.values().stream()
                .sorted(Comparator.comparingLong(Caller::calls).reversed().thenComparing(Caller::name))
                .limit(SHOWN)
                .toList();
    }
}
