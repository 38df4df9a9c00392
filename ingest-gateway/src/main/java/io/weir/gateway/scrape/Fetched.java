package io.weir.gateway.scrape;

import io.weir.gateway.exposition.ExpositionFormat;

/** The result of a request. */
sealed interface Fetched {
    /**
     * A body, perhaps compressed.
     *
     * @param isComplete whether the transport guarantees that nothing is missing at the end
     */
    record Answer(HeldBody body, boolean isGzip, ExpositionFormat format, boolean isComplete) implements Fetched {}

    /**
     * No body.
     *
     * @param reason the stable name in meters
     * @param message for the log
     */
    record Failure(String reason, String message) implements Fetched {}
}
