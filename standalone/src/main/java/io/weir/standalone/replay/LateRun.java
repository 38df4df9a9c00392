package io.weir.standalone.replay;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.late.LateConfig;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@link VirtualWeir} whose late rules query the lines that it has stored. For one thread. */
final class LateRun implements Replay.Ticks, AutoCloseable {
    private final List<LateAlarm> rules;
    private final LateHistory history;
    private final VirtualWeir weir;

    /** From the last line until a round has read it. */
    private final Duration pause;

    private long lastRound = Long.MAX_VALUE;
    private @Nullable LateEvaluation late;

    private LateRun(RuleFile file, Output output, VirtualWeir.Sink sink) {
        rules = file.late();
        history = new LateHistory(rules);
        pause = rules.stream()
                .map(rule -> rule.delay().plus(rule.every()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        Set<Output> outputs = rules.isEmpty() ? Set.of(output) : EnumSet.of(output, Output.STORAGE);
        weir = VirtualWeir.of(file, outputs, (from, value, lines) -> {
            if (from == Output.STORAGE) {
                history.add(value);
            }
            if (from == output) {
                sink.written(from, value, lines);
            }
        });
    }

    /** @param output that {@code sink} receives */
    static LateRun of(RuleFile file, Output output, VirtualWeir.Sink sink) {
        return new LateRun(file, output, sink);
    }

    VirtualWeir weir() {
        return weir;
    }

    /** The same settling, with time for the rounds that read the last line. */
    Settling settling(Settling others) {
        return others.atLeast(pause);
    }

    /** Passes the tick on, and evaluates the late rules that are due. */
    @Override
    public void tick(long millis) {
        weir.tick(millis);
        if (rules.isEmpty()) {
            return;
        }
        LateEvaluation begun = late;
        if (begun == null) {
            begun = new LateEvaluation(rules, history, LateConfig.defaults().catchUp(), millis, weir);
            late = begun;
        }
        begun.evaluate(Math.min(millis, lastRound), millis);
        history.forget(millis);
    }

    /** The silence after the last line is not part of the recording, so rounds end when they have read that line. */
    @Override
    public void lastLine(long millis) {
        lastRound = millis + pause.toMillis();
    }

    /** For each late rule that was once not evaluated, the time before and the reason. */
    Map<String, String> failures() {
        LateEvaluation begun = late;
        return begun == null ? Collections.emptyMap() : begun.failures();
    }

    @Override
    public void close() {
        weir.close();
    }
}
