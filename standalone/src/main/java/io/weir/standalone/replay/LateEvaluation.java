package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.late.LateReplay;
import io.weir.query.series.SeriesSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Evaluates late rules in virtual time, and passes their lines to Weir. */
public final class LateEvaluation {
    private final LateReplay late;
    private final VirtualWeir weir;

    /**
     * @param catchUp age from which a round without an answer is skipped
     * @param begin the first time of a round, or before it; milliseconds since 1970
     */
    public LateEvaluation(List<LateAlarm> rules, SeriesSource history, Duration catchUp, long begin, VirtualWeir weir) {
        late = new LateReplay(rules, history, catchUp, begin);
        this.weir = weir;
    }

    /**
     * Evaluates what is due.
     *
     * @param until the last time of a round
     * @param millis the present time
     */
    public void evaluate(long until, long millis) {
        List<String> lines = late.linesUntil(until);
        if (!lines.isEmpty()) {
            weir.batch(millis, (String.join("\n", lines) + "\n").getBytes(UTF_8));
        }
    }

    /** For each late rule that was once not evaluated, the time before and the reason. */
    Map<String, String> failures() {
        return late.failures();
    }
}
