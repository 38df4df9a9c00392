package io.weir.processing.window;

import io.weir.contract.rule.AggregateFunction;
import io.weir.contract.rule.AggregateFunction.Kind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Which cells of an entry of {@link Cells} hold what: as many as the functions that are asked for need, and no more.
 * Immutable.
 */
public final class CellLayout {

    /** The first cell of every entry counts its values, so nothing else is at 0. */
    static final int ABSENT = 0;

    final int sum;
    final int min;
    final int max;
    final int moments;
    final int ends;
    final int increase;
    final boolean hasSketch;

    /** The number of cells of an entry. */
    final int size;

    /** Whether count and sum are all that there is to do for a value. */
    final boolean isPlain;

    private CellLayout(Set<Kind> kinds) {
        int next = 1;
        hasSketch = kinds.contains(Kind.QUANTILE);
        sum = kinds.contains(Kind.SUM) || kinds.contains(Kind.MEAN) ? next++ : ABSENT;
        // With them, a quantile is never beyond the values that there were.
        min = hasSketch || kinds.contains(Kind.MIN) || kinds.contains(Kind.SPREAD) ? next++ : ABSENT;
        max = hasSketch || kinds.contains(Kind.MAX) || kinds.contains(Kind.SPREAD) ? next++ : ABSENT;
        isPlain = kinds.stream().allMatch(kind -> kind == Kind.COUNT || kind == Kind.SUM || kind == Kind.MEAN);
        moments = kinds.contains(Kind.STDDEV) ? next : ABSENT;
        next += moments == ABSENT ? 0 : Moments.SIZE;
        increase = kinds.contains(Kind.RATE) ? next : ABSENT;
        next += increase == ABSENT ? 0 : Increase.SIZE;
        ends = increase != ABSENT || kinds.contains(Kind.FIRST) || kinds.contains(Kind.LAST) ? next : ABSENT;
        next += ends == ABSENT ? 0 : Ends.SIZE;
        size = next;
    }

    /** What these functions need. */
    public static CellLayout of(Collection<AggregateFunction> functions) {
        Set<Kind> kinds = EnumSet.of(Kind.COUNT);
        functions.forEach(function -> kinds.add(function.kind()));
        return new CellLayout(kinds);
    }

    /** Names what is kept: layouts of equal text read what each other wrote. */
    @Override
    public String toString() {
        StringJoiner kept = new StringJoiner(" ", "count ", "");
        add(kept, "sum", sum);
        add(kept, "min", min);
        add(kept, "max", max);
        add(kept, "moments", moments);
        add(kept, "increase", increase);
        add(kept, "ends", ends);
        return hasSketch ? kept.add("sketch").toString() : kept.toString();
    }

    private static void add(StringJoiner kept, String name, int cell) {
        if (cell != ABSENT) {
            kept.add(name);
        }
    }
}
