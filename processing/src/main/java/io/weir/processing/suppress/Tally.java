package io.weir.processing.suppress;

import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.Suppression;

/** Counts what each rule leaves out, and tells the meters once for a run of values that the same rule left out. */
final class Tally {

    private final ProcessingMeters meters;
    private String rule = "";
    private long leftOut;

    Tally(ProcessingMeters meters) {
        this.meters = meters;
    }

    /** A rule left out a value. */
    void add(Suppression by) {
        if (!rule.equals(by.rule())) {
            flush();
            rule = by.rule();
        }
        leftOut++;
    }

    /** Tells what was not told yet. */
    void flush() {
        if (leftOut > 0) {
            meters.suppressed(rule, leftOut);
        }
        leftOut = 0;
    }
}
