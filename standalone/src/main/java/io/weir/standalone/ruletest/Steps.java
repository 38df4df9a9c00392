package io.weir.standalone.ruletest;

import io.weir.contract.config.Refusal;

/**
 * The cost of a test in records: each tick counts as one, and each restart reads all earlier
 * records again.
 */
final class Steps {
    /** Takes some ten seconds. */
    private static final long MOST = 1_000_000;

    private long records;
    private long steps;

    /** @throws Refusal if the test takes too long */
    void record() {
        records++;
        add(1);
    }

    /** @throws Refusal if the test takes too long */
    void restart() {
        add(records);
    }

    private void add(long more) {
        steps += more;
        if (steps > MOST) {
            throw new Refusal(
                    "needs more than " + MOST
                            + " steps: each second of virtual time is one, and a restart repeats all steps before"
                            + " it",
                    "shorten its time, or split it into several tests");
        }
    }
}
