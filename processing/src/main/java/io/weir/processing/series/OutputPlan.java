package io.weir.processing.series;

import java.util.Arrays;
import java.util.List;

/**
 * Where the lines of one output series go and what of them: an output is a raw series after enrichment, or the windows of an
 * aggregation.
 *
 * @param identity hash of all that shapes what suppression remembers
 * @param series the canonical bytes of the output series
 * @param storage does it go to storage?
 * @param live does it go to live?
 * @param alarming does it go to alarming?
 * @param notStored keys of fields that storage does not get: they are aggregated instead
 * @param suppressions what may be left out of storage, first match per field wins
 */
public record OutputPlan(
        long identity,
        byte[] series,
        boolean storage,
        boolean live,
        boolean alarming,
        List<byte[]> notStored,
        List<Suppression> suppressions) {

    /** Does suppression remember values of this output? */
    public boolean isSuppressed() {
        return storage && !suppressions.isEmpty();
    }

    /** Is a field kept from storage because it is aggregated? */
    public boolean isNotStored(byte[] bytes, int keyFrom, int keyTo) {
        for (byte[] key : notStored) {
            if (Arrays.equals(key, 0, key.length, bytes, keyFrom, keyTo)) {
                return true;
            }
        }
        return false;
    }
}
