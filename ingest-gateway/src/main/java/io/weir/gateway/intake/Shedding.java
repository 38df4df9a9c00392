package io.weir.gateway.intake;

import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * Which series are given up first when there is no room for all: each pattern of measurements is a class, the cheapest first.
 *
 * @param classes patterns of measurements; the first that matches decides
 */
public record Shedding(List<Glob> classes) {
    /** The rank of what no class holds: it goes last, when nothing at all has room. */
    public static final int KEEP = Integer.MAX_VALUE;

    /** Nothing is given up before the rest. */
    public static final Shedding NONE = new Shedding(List.of());

    public Shedding {
        classes = List.copyOf(classes);
    }

    /** The rank of a measurement's class, from 0 for the cheapest; to be asked once per series. */
    public int rank(String measurement) {
        for (int rank = 0; rank < classes.size(); rank++) {
            if (classes.get(rank).matches(measurement)) {
                return rank;
            }
        }
        return KEEP;
    }
}
