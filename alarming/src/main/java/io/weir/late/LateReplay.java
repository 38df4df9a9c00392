package io.weir.late;

import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.series.SeriesSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Evaluates late rules in virtual time, over a history that always answers. */
public final class LateReplay {
    /** The result must not depend on the speed of a machine. */
    private static final Duration FOREVER = Duration.ofDays(365);

    private final Rounds rounds;
    private final List<RuleRun> runs;
    private final Map<String, String> failures = new TreeMap<>();

    /**
     * @param catchUp age from which a round without an answer is skipped
     * @param begin the first time of a round, or before it; milliseconds since 1970
     */
    public LateReplay(List<LateAlarm> rules, SeriesSource history, Duration catchUp, long begin) {
        rounds = new Rounds(history, time -> Resolution.RAW, Limits.DEFAULT.within(FOREVER));
        runs = rules.stream()
                .map(rule -> new RuleRun(rule, Round.NONE, catchUp.toMillis(), begin))
                .toList();
    }

    /** The lines that the service publishes up to this time, and has not published before. */
    public List<String> linesUntil(long now) {
        List<String> lines = new ArrayList<>();
        for (RuleRun run : runs) {
            while (run.isDue(now)) {
                lines.addAll(evaluate(run, now));
            }
        }
        return lines;
    }

    /** For each rule that was once not evaluated, the time before and the reason. */
    public Map<String, String> failures() {
        return Collections.unmodifiableMap(failures);
    }

    private List<String> evaluate(RuleRun run, long now) {
        String name = run.declared().name();
        boolean wasFailing = run.isFailing();
        Supplier<Round> attempt = run.attempt(rounds, now);
        try {
            Round round = attempt.get();
            run.succeeded(round);
            List<String> lines = new ArrayList<>(RoundLines.write(name, round));
            if (wasFailing) {
                lines.add(RoundLines.status(name, "", now));
            }
            return lines;
        } catch (RuntimeException | StackOverflowError e) {
            run.failed(RuleRun.reason(e), true, now);
            failures.putIfAbsent(name, run.trouble(now));
            return List.of(RoundLines.status(name, run.trouble(now), now));
        }
    }
}
