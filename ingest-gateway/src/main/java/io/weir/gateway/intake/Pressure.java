package io.weir.gateway.intake;

import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * How much must be given up because what waits for Kafka has little room left: at {@value #FROM} of it the first class of {@link
 * Shedding}, at even steps between that and all of it the others. Told by the publishing thread, asked by every event loop.
 */
public final class Pressure {
    /** Below this share nothing is given up. */
    static final double FROM = 0.7;
    /** A class comes back only when there is so much more room than when it went, so that it does not come and go. */
    static final double BACK = 0.05;

    private final Shedding shedding;
    private volatile int level;
    private volatile boolean isHigh;

    public Pressure(Shedding shedding) {
        this.shedding = shedding;
    }

    /** Which series go first. */
    public Shedding shedding() {
        return shedding;
    }

    /** Tells how full it is, from 0 to 1. */
    public void update(double fullness) {
        int next = level;
        int classes = shedding.classes().size();
        while (next < classes && fullness >= step(next)) {
            next++;
        }
        while (next > 0 && fullness < step(next - 1) - BACK) {
            next--;
        }
        level = next;
        isHigh = fullness >= (isHigh ? FROM - BACK : FROM);
    }

    private double step(int rank) {
        return FROM + (1 - FROM) * rank / shedding.classes().size();
    }

    /** Series of a lower {@link Shedding#rank rank} are to be dropped. */
    public int level() {
        return level;
    }

    /** The classes of which everything is dropped now, cheapest first. */
    public List<Glob> givenUp() {
        return shedding.classes().subList(0, level);
    }

    /** Whether who can wait should. */
    public boolean isHigh() {
        return isHigh;
    }
}
