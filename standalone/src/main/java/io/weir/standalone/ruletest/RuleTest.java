package io.weir.standalone.ruletest;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.standalone.replay.LateEvaluation;
import io.weir.standalone.replay.Output;
import io.weir.standalone.replay.Settling;
import io.weir.standalone.replay.VirtualTime;
import io.weir.standalone.replay.VirtualWeir;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * One test of some rules. Its time begins in 1970.
 *
 * @param line of the test file
 * @param batches lines by the millisecond at which they are received
 * @param lastStamp the latest timestamp of a line, which may be later than its receive time; a
 * group's window closes by it
 * @param history what the queries of late rules read; without one, late rules are not evaluated
 * @param states the farm state by the time from which it applies; set before the lines of that time
 * @param restarts when Weir restarts with its saved state; before other events of that time
 * @param commands commands of operators; after other events of that time
 */
record RuleTest(
        String name,
        int line,
        NavigableMap<Long, byte[]> batches,
        Duration lastStamp,
        StoredHistory history,
        NavigableMap<Duration, SortedMap<String, String>> states,
        Set<Duration> restarts,
        List<TestCommand> commands,
        List<Expectation> expectations) {
    /** A test skips no evaluation. */
    private static final Duration NEVER = Duration.ofDays(100_000);

    /** Runs the test and returns all output. */
    RecordedOutput run(RuleFile rules) {
        RecordedOutput output = new RecordedOutput();
        long lastMillis = moments().last().toMillis();
        try (VirtualWeir weir = weir(rules, output)) {
            List<LateAlarm> lateRules = history.isEmpty() ? List.of() : rules.late();
            LateEvaluation late = new LateEvaluation(lateRules, history, NEVER, 0, weir);
            VirtualTime time = new VirtualTime(millis -> {
                output.now(millis);
                weir.tick(millis);
                late.evaluate(Math.min(millis, lastMillis), millis);
            });
            time.goOnTo(0);
            late.evaluate(0, 0);
            for (Duration moment : moments()) {
                if (restarts.contains(moment)) {
                    time.goOnTo(moment.toNanos() - 1);
                    weir.restart();
                }
                time.goOnTo(moment.toNanos());
                SortedMap<String, String> state = states.get(moment);
                if (state != null) {
                    output.now(moment.toMillis());
                    weir.state(moment.toMillis(), state);
                }
                byte[] batch = batches.get(moment.toMillis());
                if (batch != null) {
                    output.now(moment.toMillis());
                    weir.batch(moment.toMillis(), batch);
                }
                say(moment, weir, output);
            }
            Settling.of(rules).pass(time);
        }
        return output;
    }

    /** @throws io.weir.contract.config.Refusal if the test would run too long */
    void requireShort() {
        Steps steps = new Steps();
        VirtualTime time = new VirtualTime(millis -> steps.record());
        time.goOnTo(0);
        for (Duration moment : moments()) {
            if (restarts.contains(moment)) {
                time.goOnTo(moment.toNanos() - 1);
                steps.restart();
            }
            time.goOnTo(moment.toNanos());
            steps.record();
        }
    }

    private void say(Duration moment, VirtualWeir weir, RecordedOutput output) {
        for (TestCommand command : commands) {
            if (command.at().equals(moment)) {
                output.now(moment.toMillis());
                weir.command(moment.toMillis(), command.json());
            }
        }
    }

    private VirtualWeir weir(RuleFile rules, RecordedOutput output) {
        boolean wantsAlarming =
                expectations.stream().anyMatch(each -> each.selector().feed().isOfAlarming());
        Set<Output> outputs = wantsAlarming
                ? EnumSet.allOf(Output.class)
                : EnumSet.complementOf(EnumSet.of(Output.ALARMS, Output.ACTIONS));
        return restarts.isEmpty() ? VirtualWeir.of(rules, outputs, output) : VirtualWeir.saved(rules, outputs, output);
    }

    /** All times of an event, an expectation or the last timestamp. */
    private NavigableSet<Duration> moments() {
        NavigableSet<Duration> moments = new TreeSet<>(restarts);
        moments.add(lastStamp);
        moments.add(history.end());
        commands.forEach(command -> moments.add(command.at()));
        moments.addAll(states.keySet());
        batches.keySet().forEach(millis -> moments.add(Duration.ofMillis(millis)));
        expectations.forEach(expectation -> expectation.selector().at().ifPresent(moments::add));
        return moments;
    }
}
