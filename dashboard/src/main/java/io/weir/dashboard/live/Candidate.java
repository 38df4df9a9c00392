package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.BitSet;
import java.util.List;

/**
 * A field that selectors may match.
 *
 * @param matching indexes of the selectors that may match, which {@link #decide} reduces
 */
record Candidate(LiveSeries series, int field, BitSet matching) {

    /**
     * Finds the selectors whose measurement and field match. {@link #decide} compares the tags
     * later, because parsing them takes longer.
     */
    static Candidate of(LiveSeries series, int field, List<Selector> selectors) {
        BitSet matching = new BitSet();
        for (int i = 0; i < selectors.size(); i++) {
            Selector selector = selectors.get(i);
            if (selector.series().measurement().matches(series.measurement)
                    && selector.field().matches(series.field(field))) {
                matching.set(i);
            }
        }
        return new Candidate(series, field, matching);
    }

    /** Whether a selector may match. */
    boolean mayMatch() {
        return !matching.isEmpty();
    }

    /** Removes selectors whose tags do not match. Parses the tags, which takes long. */
    void decide(List<Selector> selectors) {
        Series read = Series.parse(series.key);
        for (int i = matching.nextSetBit(0); i >= 0; i = matching.nextSetBit(i + 1)) {
            matching.set(i, selectors.get(i).series().test(read));
        }
    }
}
