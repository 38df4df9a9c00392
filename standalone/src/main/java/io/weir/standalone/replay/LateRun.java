package io.weir.standalone.replay;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.late.LateConfig;
import io.weir.late.LateReplay;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@link VirtualWeir} whose late rules query the lines that it has stored. For one thread. */
final class LateRun implements AutoCloseable {
    private final List<LateAlarm> rules;
    private final LateHistory history;
    private final VirtualWeir weir;
    private @Nullable LateEvaluation late;

    private LateRun(RuleFile file, Output output, VirtualWeir.Sink sink) {
        rules = file.late();
        history = new LateHistory(rules);
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

    /** States that everything received before this time has arrived, and evaluates the late rules that are due. */
    void tick(long millis) {
        weir.tick(millis);
        if (rules.isEmpty()) {
            return;
        }
        LateEvaluation begun = late;
        if (begun == null) {
            begun = new LateEvaluation(
                    new LateReplay(rules, history, LateConfig.defaults().catchUp(), millis), weir);
            late = begun;
        }
        begun.evaluate(millis, millis);
        history.forget(millis);
    }

    @Override
    public void close() {
        weir.close();
    }
}
