package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.late.LateReplay;
import java.util.List;

/** Evaluates late rules in virtual time, and passes their lines to Weir. */
public final class LateEvaluation {
    private final LateReplay late;
    private final VirtualWeir weir;

    public LateEvaluation(LateReplay late, VirtualWeir weir) {
        this.late = late;
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
}
