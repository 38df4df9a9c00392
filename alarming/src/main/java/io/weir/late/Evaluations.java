package io.weir.late;

import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.service.DaemonThreads;
import io.weir.query.series.EvaluationException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the due rules, a few at the same time, and publishes their rounds. A rule has at most one running query, so
 * its rounds are in order. Only the queries run in other threads: all methods are called by one thread, of the only
 * instance that evaluates.
 */
final class Evaluations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Evaluations.class);

    /** Most rounds in one transaction. */
    private static final int MOST_RECORDED = 100;

    private final Rounds rounds;
    private final RoundLog log;
    private final Map<String, Round> recorded;
    private final Duration catchUp;
    private final LateMeters meters;
    private final ExecutorService queries;
    private final List<Running> running = new ArrayList<>();
    private final Map<String, RuleRun> runs = new LinkedHashMap<>();

    /** Rules that may be reported as unknown, also those of an earlier instance. */
    private final Set<String> followed;

    /** Recorded rules that are reported as unknown, because there are no usable rules. */
    private final Set<String> orphaned = new HashSet<>();

    /** A query in a thread of its own. */
    private record Running(RuleRun run, Future<Round> round) {}

    /** @param recorded the last round of each rule */
    Evaluations(Rounds rounds, RoundLog log, Map<String, Round> recorded, LateConfig config, LateMeters meters) {
        this.rounds = rounds;
        this.log = log;
        this.recorded = new HashMap<>(recorded);
        this.followed = new HashSet<>(recorded.keySet());
        this.catchUp = config.catchUp();
        this.meters = meters;
        queries = Executors.newFixedThreadPool(config.atOnce(), DaemonThreads.named("weir-late-query"));
    }

    /**
     * Replaces the rules. An unchanged rule continues; a changed one continues with its last round. The series of a
     * removed one end, and its rounds are forgotten.
     */
    void follow(List<LateAlarm> rules, long now) {
        orphaned.clear();
        Set<String> gone = new HashSet<>(followed);
        for (LateAlarm rule : rules) {
            gone.remove(rule.name());
            RuleRun run = runs.get(rule.name());
            if (run == null || !run.declared().equals(rule)) {
                cancel(run);
                runs.put(rule.name(), begin(rule, now));
                followed.add(rule.name());
            }
        }
        for (String name : gone) {
            cancel(runs.remove(name));
            followed.remove(name);
            Round last = recorded.getOrDefault(name, Round.NONE);
            // The last round may be ahead, if the clock was set back.
            Round end = last.removed(Math.max(now, last.time() + 1));
            List<String> lines = new ArrayList<>(RoundLines.write(name, end));
            lines.add(RoundLines.status(name, "", now));
            log.publish(lines);
        }
        log.flush();
        // Not before the lines are written: after a kill, they are written again.
        if (!gone.isEmpty()) {
            log.forget(gone);
            recorded.keySet().removeAll(gone);
        }
    }

    /**
     * Without usable rules, the rules before stay. After a start there are none: the alarms of all recorded rules are
     * unknown.
     */
    void keep(long now) {
        if (runs.isEmpty() && orphaned.isEmpty()) {
            recorded.forEach((name, last) -> {
                orphaned.add(name);
                String since = Instant.ofEpochMilli(last.time()) + ": the active rules are unusable";
                log.publish(List.of(RoundLines.status(name, since, now)));
            });
            log.flush();
        }
    }

    private void cancel(@Nullable RuleRun run) {
        running.removeIf(query -> query.run() == run && query.round().cancel(true));
    }

    private RuleRun begin(LateAlarm rule, long now) {
        String name = rule.name();
        Round last = recorded.getOrDefault(name, Round.NONE);
        // A kill may have come between the record and the lines.
        log.publish(RoundLines.write(name, last));
        return new RuleRun(rule, last, catchUp.toMillis(), now);
    }

    /** Publishes the rounds that are ready, starts the queries that are due, and reports unknown rules. */
    void turn(long now) {
        settle(now);
        int unknown = orphaned.size();
        for (RuleRun run : runs.values()) {
            if (run.isDue(now)) {
                running.add(new Running(run, queries.submit(run.attempt(rounds, now)::get)));
            }
            String trouble = run.trouble(now);
            unknown += trouble.isEmpty() ? 0 : 1;
            if (run.reports(trouble)) {
                log.publish(List.of(RoundLines.status(run.declared().name(), trouble, now)));
            }
        }
        meters.unknown().set(unknown);
        log.flush();
    }

    /** The number of rules whose alarms are unknown. */
    int unknown() {
        return meters.unknown().get();
    }

    private void settle(long now) {
        Map<RuleRun, Round> ready = new LinkedHashMap<>();
        Iterator<Running> each = running.iterator();
        while (each.hasNext() && ready.size() < MOST_RECORDED) {
            Running query = each.next();
            if (query.round().isDone()) {
                each.remove();
                // The rule may have been changed or removed since the query began.
                if (runs.get(query.run().declared().name()) == query.run()) {
                    settle(query.run(), query.round(), ready, now);
                }
            }
        }
        if (!ready.isEmpty()) {
            publish(ready, now);
        }
    }

    private void settle(RuleRun run, Future<Round> done, Map<RuleRun, Round> ready, long now) {
        try {
            ready.put(run, done.get());
        } catch (ExecutionException e) {
            failed(run, Objects.requireNonNullElse(e.getCause(), e), now);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(RuleRun run, Throwable cause, long now) {
        String name = run.declared().name();
        boolean isFirst = !run.isFailing();
        meters.failures().increment();
        String why = RuleRun.reason(cause);
        if (cause instanceof EvaluationException known) {
            run.failed(why, known.reason() == EvaluationException.Reason.EXECUTION, now);
            if (isFirst) {
                LOG.warn("late rule {} was not evaluated: {}", name, why);
            }
        } else {
            run.failed(why, true, now);
            if (isFirst) {
                LOG.error("late rule {} failed by a mistake in Weir; the other rules are not affected", name, cause);
            }
        }
    }

    private void publish(Map<RuleRun, Round> ready, long now) {
        Map<String, Round> named = new LinkedHashMap<>();
        ready.forEach((run, round) -> named.put(run.declared().name(), round));
        log.record(named);
        recorded.putAll(named);
        ready.forEach((run, round) -> {
            String name = run.declared().name();
            List<String> lines = new ArrayList<>(RoundLines.write(name, round));
            lines.add(RoundLines.status(name, "", now));
            log.publish(lines);
            meters.rounds().increment();
            meters.skipped().increment((double) run.skipping());
            if (run.isFailing()) {
                LOG.info("late rule {} is evaluated again", name);
            }
            run.succeeded(round);
        });
    }

    /** Ends the running queries without waiting for them. */
    @Override
    public void close() {
        queries.shutdownNow();
        meters.unknown().set(0);
    }
}
