package io.weir.processing.suppress;

import io.weir.processing.meter.ProcessingMeters;

/** Counts suppressed values. Updates the meters once for a run of values of the same rule. */
final class Tally {

    private final ProcessingMeters meters;
    private String rule = "";
    private long leftOut;

    Tally(ProcessingMeters meters) {
        this.meters = meters;
    }

    /** Counts a value suppressed by a rule. */
    void add(Suppression by) {
        if (!rule.equals(by.rule())) {
            flush();
            rule = by.rule();
        }
        leftOut++;
    }

    /** Updates the meters with the remaining count. */
    void flush() {
        if (leftOut > 0) {
            meters.suppressed(rule, leftOut);
        }
        leftOut = 0;
    }
}
