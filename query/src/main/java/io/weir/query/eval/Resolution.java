package io.weir.query.eval;

import io.weir.query.series.Matcher;
import io.weir.query.series.TierWindows;
import java.util.List;
import java.util.Optional;

/** Chooses between raw and the tiers for each range of a query, and learns what was read. For one query, and one thread. */
public interface Resolution {
    /** Raw for all ranges. */
    Resolution RAW = new Resolution() {
        @Override
        public boolean hasChoice(List<Matcher> matchers) {
            return false;
        }

        @Override
        public Optional<TierWindows> of(long from, long to, long longest) {
            return Optional.empty();
        }

        @Override
        public void read(TierWindows windows) {}

        @Override
        public void miss(TierWindows windows) {}

        @Override
        public List<String> warnings() {
            return List.of();
        }
    };

    /** Whether a selector may read a tier. */
    boolean hasChoice(List<Matcher> matchers);

    /**
     * The windows to read for a range; empty for raw.
     *
     * @param from milliseconds since 1970, as {@code to}
     * @param longest milliseconds of the longest windows that can tell what was in the range
     */
    Optional<TierWindows> of(long from, long to, long longest);

    /** Windows were read. */
    void read(TierWindows windows);

    /** The store does not have the tier. */
    void miss(TierWindows windows);

    /** What a user has to know of the answer: the tiers that were read, or that the store does not have. */
    List<String> warnings();
}
