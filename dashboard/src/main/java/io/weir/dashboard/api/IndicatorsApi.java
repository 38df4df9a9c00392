package io.weir.dashboard.api;

import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.match.WordFilter;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.journal.IndicatorCount;
import io.weir.dashboard.journal.Journal;
import io.weir.dashboard.journal.Journal.Found;
import io.weir.dashboard.journal.Journal.Query;
import io.weir.dashboard.journal.Journal.Reach;
import io.weir.dashboard.live.AlarmTable;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The endpoint that measures how well the alarms of the last day serve their operators. */
public final class IndicatorsApi {
    private static final long PERIOD_MILLIS = Duration.ofDays(1).toMillis();
    private static final long TEN_MINUTES_MILLIS = Duration.ofMinutes(10).toMillis();
    private static final int AT_ONCE = 2;

    private final Journal journal;
    private final AlarmTable alarms;
    private final Supplier<Optional<LocatedRules>> rules;
    private final Clock clock;
    private final Searches searches = new Searches(AT_ONCE);

    /**
     * Reads all anew with each request.
     *
     * @param rules the active rules; empty while none are known
     */
    public IndicatorsApi(Journal journal, AlarmTable alarms, Supplier<Optional<LocatedRules>> rules, Clock clock) {
        this.journal = journal;
        this.alarms = alarms;
        this.rules = rules;
        this.clock = clock;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of("GET /api/alarms/indicators", (Endpoint.Once)
                request -> searches.answer(request, unused -> indicators()));
    }

    private Answer indicators() {
        long nowMillis = clock.millis();
        Reach reach = journal.reach();
        Found found = journal.find(new Query(new WordFilter(""), 0, Long.MAX_VALUE, Long.MAX_VALUE, journal.most()));
        if (found.more()) {
            throw new ApiException(503, "the count took longer than 2 s; try again in a moment");
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("now", alarms.calls(nowMillis));
        answer.put("day", IndicatorCount.of(found.entries(), beginMillis(reach, nowMillis), nowMillis));
        answer.put("states", LongStates.of(alarms.all().alarms(), nowMillis));
        answer.put("lines", lines());
        answer.put("reach", reach);
        return Answer.of(answer);
    }

    /** A full ten minutes within the last day, so that the counts of ten minutes stay; later if the journal begins later. */
    private static long beginMillis(Reach reach, long nowMillis) {
        long fromMillis = ((nowMillis - PERIOD_MILLIS) / TEN_MINUTES_MILLIS + 1) * TEN_MINUTES_MILLIS;
        Long sinceMillis = reach.sinceMillis();
        return reach.hasEarlier() && sinceMillis != null
                ? Math.min(nowMillis, Math.max(fromMillis, sinceMillis))
                : fromMillis;
    }

    /** The line of each rule in its file. */
    private Map<String, Integer> lines() {
        Map<String, Integer> lines = new TreeMap<>();
        rules.get().ifPresent(located -> located.rules()
                .raising()
                .forEach(rule -> lines.put(rule.name(), located.lines().of(rule).line())));
        return lines;
    }
}
