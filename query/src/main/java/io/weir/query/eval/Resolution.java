package io.weir.query.eval;

import io.weir.query.series.Matcher;
import io.weir.query.series.TierWindows;
import java.util.List;
import java.util.Optional;

/**
 * Chooses raw or a tier for each range of a query, and records the tiers that were read. For one query and one thread.
 */
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
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public void readRaw(long from) {}

        @Override
        public List<String> warnings() {
            return List.of();
        }
    };

    /** Whether a selector with these matchers may read a tier. */
    boolean hasChoice(List<Matcher> matchers);

    /**
     * Returns the windows to read for a range; empty for raw.
     *
     * @param from the start of the range, in milliseconds since 1970
     * @param to the end of the range, in milliseconds since 1970
     * @param longest the length of the longest windows that the range can be computed from, in milliseconds
     */
    Optional<TierWindows> of(long from, long to, long longest);

    /** Records that windows were read. */
    void read(TierWindows windows);

    /** Records that the store does not have the tier, so that raw is read instead. */
    void miss(TierWindows windows);

    /** The tier that the store does not have, and the remedy, as a warning; empty if it has all that were chosen. */
    Optional<String> missing();

    /**
     * Records that a function which reads no tiers reads raw.
     *
     * @param from the first time that it reads, in milliseconds since 1970
     */
    void readRaw(long from);

    /** Notes for the user on the answer: read tiers, missing tiers of the store, and deleted raw. */
    List<String> warnings();
}
