package io.weir.writer.store.remotewrite;

import io.weir.writer.store.HttpAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A receiver's answer to a request.
 *
 * @param sent the number of samples in the request
 * @param stored the number of these samples that the receiver has stored, or {@link #UNKNOWN}
 */
record Receipt(HttpAnswer answer, int sent, long stored) {
    /** The header of 2.0 with the number of stored samples. */
    static final String HEADER = "X-Prometheus-Remote-Write-Samples-Written";
    /** The receiver has not said it. Receivers of 1.0 never do. */
    static final long UNKNOWN = -1;

    /** A receipt with the value of the header, or null. */
    static Receipt of(HttpAnswer answer, int sent, @Nullable String header) {
        try {
            return new Receipt(answer, sent, header == null ? UNKNOWN : Math.max(0, Long.parseLong(header.strip())));
        } catch (NumberFormatException e) {
            return new Receipt(answer, sent, UNKNOWN);
        }
    }

    /** Whether the receiver counts samples, which only receivers of 2.0 do. */
    boolean isCounted() {
        return stored != UNKNOWN;
    }

    /** Whether the receiver says that it has stored every sample of a request that has some. */
    boolean isComplete() {
        return sent > 0 && stored >= sent;
    }

    /** Whether the receiver has stored some samples, and not the others. */
    boolean isPartial() {
        return stored > 0 && stored < sent;
    }

    /** The count, for operators. */
    String count() {
        return stored + " of " + sent + " samples stored";
    }
}
