package io.weir.gateway.exposition;

/**
 * An answer of a target.
 *
 * @param bytes read up to {@code length}; not retained
 * @param isComplete whether the transport guarantees that nothing is missing at the end
 * @param millis the time of samples without a timestamp
 * @param honorsTimestamps whether samples may have timestamps of their own
 * @param keepsClassic whether a native histogram also gives the samples of its classic buckets
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Body(
        byte[] bytes,
        int length,
        ExpositionFormat format,
        boolean isComplete,
        long millis,
        boolean honorsTimestamps,
        boolean keepsClassic) {
    /** Samples without a timestamp become lines without one. */
    static final long NO_TIME = Long.MIN_VALUE;
}
