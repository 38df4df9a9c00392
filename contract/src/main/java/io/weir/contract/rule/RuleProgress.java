package io.weir.contract.rule;

/** Which rule is read or checked now, for somebody who waits for it and may give it up. One thread reports, any may ask. */
public final class RuleProgress {
    private volatile RulePlace at = new RulePlace("", 0);
    private volatile boolean isGivenUp;

    /** Ends the work that nobody waits for any longer. */
    public static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private GivenUp() {
            super("given up", null, false, false);
        }
    }

    /** Where the work is; a path and line without content where it is at no rule. */
    public RulePlace at() {
        return at;
    }

    /** Ends the work at the next rule. */
    public void giveUp() {
        isGivenUp = true;
    }

    /** @throws GivenUp if it was given up */
    void at(RulePlace place) {
        at = place;
        if (isGivenUp) {
            throw new GivenUp();
        }
    }
}
