package io.weir.late;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.query.series.EvaluationException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Evaluates the due rules, and publishes their rounds. Used by one thread, of the only instance. */
final class Evaluations {
    private static final Logger LOG = LoggerFactory.getLogger(Evaluations.class);

    private static final String NANOS_OF_MILLI = "000000";
    private static final int MOST_REASON = 500;

    private final Rounds rounds;
    private final RoundLog log;
    private final Map<String, Round> recorded;
    private final LateConfig config;
    private final LateMeters meters;
    private final Map<String, RuleRun> runs = new HashMap<>();
    private final Set<String> failing = new HashSet<>();

    /** @param recorded the last round of each rule */
    Evaluations(Rounds rounds, RoundLog log, Map<String, Round> recorded, LateConfig config, LateMeters meters) {
        this.rounds = rounds;
        this.log = log;
        this.recorded = recorded;
        this.config = config;
        this.meters = meters;
    }

    /** Evaluates a rule if it is due. */
    void turn(LateAlarm rule, long now) {
        RuleRun run = runs.get(rule.name());
        if (run == null || !run.declared().equals(rule)) {
            run = begin(rule, run, now);
        }
        if (run.isDue(now)) {
            evaluate(run, now);
        }
    }

    /** Forgets the rules that are gone, and clears the alarm on their evaluation. */
    void keepOnly(RuleFile rules, long now) {
        Set<String> gone = new HashSet<>(runs.keySet());
        rules.late().forEach(rule -> gone.remove(rule.name()));
        for (String name : gone) {
            runs.remove(name);
            failing.remove(name);
            log.publish(List.of(status(name, "", now)));
        }
    }

    private RuleRun begin(LateAlarm rule, RuleRun before, long now) {
        String name = rule.name();
        Round last = before == null ? recorded.getOrDefault(name, Round.NONE) : before.last();
        if (before == null) {
            // A kill may have come between the record and the lines.
            log.publish(RoundLines.write(name, last));
        }
        RuleRun run = new RuleRun(rule, last, config.catchUp().toMillis(), now);
        runs.put(name, run);
        return run;
    }

    private void evaluate(RuleRun run, long now) {
        String name = run.declared().name();
        Round round;
        try {
            round = run.evaluate(rounds, now);
        } catch (EvaluationException e) {
            if (e.reason() == EvaluationException.Reason.CANCELLED) {
                return;
            }
            run.failed(now);
            meters.failures().increment();
            if (failing.add(name)) {
                LOG.warn("late rule {} was not evaluated: {}", name, e.getMessage());
            }
            String since = Instant.ofEpochMilli(run.evaluated()) + ": " + e.getMessage();
            log.publish(List.of(status(name, since, now)));
            return;
        }
        meters.skipped().increment(run.skipped(now));
        log.record(name, round);
        recorded.put(name, round);
        run.succeeded(round);
        log.publish(RoundLines.write(name, round));
        log.publish(List.of(status(name, "", now)));
        meters.rounds().increment();
        if (failing.remove(name)) {
            LOG.info("late rule {} is evaluated again", name);
        }
    }

    private static String status(String rule, String unevaluated, long now) {
        String text = unevaluated.length() > MOST_REASON ? unevaluated.substring(0, MOST_REASON) + "…" : unevaluated;
        String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s", " ");
        return LateAlarm.STATUS + "," + LateAlarm.RULE_TAG + "=" + rule + " " + LateAlarm.UNEVALUATED + "=\"" + escaped
                + "\" " + now + NANOS_OF_MILLI;
    }
}
