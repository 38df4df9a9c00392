package io.weir.contract.rule;

/**
 * The rule that is being read or checked, for a thread that waits for the result and may cancel it.
 * One thread reports, any thread may read.
 */
public final class RuleProgress {
    private volatile RulePlace at = new RulePlace("", 0);
    private volatile boolean isGivenUp;

    /** Ends cancelled work. */
    public static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private GivenUp() {
            super("given up", null, false, false);
        }
    }

    /** The current rule; an empty place if there is none. */
    public RulePlace at() {
        return at;
    }

    /** Ends the work at the next rule. */
    public void giveUp() {
        isGivenUp = true;
    }

    /** @throws GivenUp if the work was cancelled */
    void at(RulePlace place) {
        at = place;
        if (isGivenUp) {
            throw new GivenUp();
        }
    }
}
