package io.weir.contract.alarm;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The chattering of one alarm, possibly in several episodes.
 *
 * @param ended raises in episodes that are over
 * @param open raises in the current episode
 * @param swing the range of the values at which its condition changed; null without numbers
 */
public record ChatterTotal(
        String alarm, long ended, long open, @Nullable Swing swing) {

    /** Orders the alarm that was raised most first. */
    public static final Comparator<ChatterTotal> MOST_FIRST =
            Comparator.comparingLong(ChatterTotal::raised).reversed().thenComparing(ChatterTotal::alarm);

    /** An alarm that has not chattered yet. */
    public static ChatterTotal none(String alarm) {
        return new ChatterTotal(alarm, 0, 0, null);
    }

    /**
     * Adds a transition of an episode.
     *
     * @param flips raises of the episode up to this transition
     * @param isOver whether the transition ends the episode
     * @param more the swing of the transition
     */
    public ChatterTotal with(long flips, boolean isOver, @Nullable Swing more) {
        return new ChatterTotal(alarm, ended + (isOver ? flips : 0), isOver ? 0 : flips, wider(swing, more));
    }

    private static @Nullable Swing wider(@Nullable Swing one, @Nullable Swing other) {
        return one == null || other == null
                ? (one == null ? other : one)
                : one.with(other.low()).with(other.high());
    }

    /** Returns the raises in all episodes. */
    public long raised() {
        return ended + open;
    }
}
