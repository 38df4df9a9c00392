package io.weir.processing.aggregate;

import io.weir.contract.rule.ResultGraph;
import io.weir.processing.time.LogClock;
import java.util.Arrays;

/**
 * The clocks that close windows in a task. Received metrics have one clock, log time. Results have
 * one for each level of rules that make them, because a window over results may close only when the
 * rules below have made all results of it. Not thread-safe.
 */
public final class WindowClocks {

    private final LogClock log;
    private final long[] millis;
    private final long[] reached;
    private int used = 1;

    private WindowClocks(LogClock log, int levels) {
        this.log = log;
        this.millis = new long[levels];
        this.reached = new long[levels];
        reset();
    }

    /** The clock of received metrics. */
    public static WindowClocks ofInput(LogClock log) {
        return new WindowClocks(log, 0);
    }

    /** The clocks of results. */
    public static WindowClocks ofResults(LogClock log) {
        return new WindowClocks(log, ResultGraph.MOST_LEVELS - 1);
    }

    /** The clock of results that closes the windows of a rule of this level; a rule of level 1 has none. */
    public static int ofLevel(int level) {
        return Math.max(0, level - 2);
    }

    /** The number of clocks that may be used. */
    public int most() {
        return Math.max(1, millis.length);
    }

    /** The number of clocks that are used. */
    public int count() {
        return used;
    }

    /** Sets the number of clocks that are used; at least one is. */
    public void use(int clocks) {
        used = Math.max(1, clocks);
    }

    /** The time of a clock; {@link LogClock#UNKNOWN} before its first. */
    public long nowMillis(int clock) {
        return millis.length == 0 ? log.nowMillis() : millis[clock];
    }

    /** The time that a clock has reached, even if {@link #advance} has not been called yet. */
    public long reachedMillis(int clock) {
        return millis.length == 0 ? log.nowMillis() : reached[clock];
    }

    /**
     * Notes the time that a clock of results has reached, until {@link #advance}. Returns whether
     * it is another one.
     */
    public boolean reached(int clock, long nowMillis) {
        boolean isOther = reached[clock] != nowMillis;
        reached[clock] = nowMillis;
        return isOther;
    }

    /**
     * Sets the clocks to the times that they have reached. Call it when the results of these times
     * are in their windows: until then, they are not late.
     */
    public void advance() {
        System.arraycopy(reached, 0, millis, 0, millis.length);
    }

    /** Forgets the times of results. */
    public void reset() {
        Arrays.fill(reached, LogClock.UNKNOWN);
        advance();
    }
}
