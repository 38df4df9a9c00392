package io.weir.gateway.intake.batch;

import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * Current level of load shedding. The first class of {@link Shedding} is shed when {@value #FROM}
 * of the room for waiting lines is used; the other classes follow at even steps up to 1. The
 * publishing thread updates it; every event loop reads it.
 */
public final class Pressure {
    /** Below this share nothing is shed. */
    static final double FROM = 0.7;
    /** Hysteresis: a class returns only when the share is this much below its step. */
    static final double BACK = 0.05;

    private final Shedding shedding;
    private volatile int level;
    private volatile boolean isHigh;

    public Pressure(Shedding shedding) {
        this.shedding = shedding;
    }

    /** The classes, in the order in which they are shed. */
    public Shedding shedding() {
        return shedding;
    }

    /** Updates the level; {@code fullness} is from 0 to 1. */
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

    /** Series with a lower {@link Shedding#rank rank} must be dropped. */
    public int level() {
        return level;
    }

    /** The classes that are shed now, cheapest first. */
    public List<Glob> droppedClasses() {
        return shedding.classes().subList(0, level);
    }

    /** Whether inputs that can wait should wait. */
    public boolean isHigh() {
        return isHigh;
    }
}
