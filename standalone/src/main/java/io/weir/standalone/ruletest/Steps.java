package io.weir.standalone.ruletest;

import io.weir.contract.yaml.Refusal;

/** How long a test runs, in records: each tick is one, and before a restart ends, all that there were are read again. */
final class Steps {
    /** Some ten seconds. */
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
                    "takes more than " + MOST
                            + " steps: a second of virtual time is one, and all before a restart are taken again by it",
                    "let less time go by, or make several tests of it");
        }
    }
}
