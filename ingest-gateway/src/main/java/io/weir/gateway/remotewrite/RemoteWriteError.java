package io.weir.gateway.remotewrite;

import io.weir.contract.line.LineError;

/** Reasons for rejecting samples. */
enum RemoteWriteError {
    NONE("none"),
    /** The body is not readable from some point on. */
    BROKEN("remote-write-broken"),
    /** A series without {@code __name__}. */
    NO_NAME("remote-write-no-name"),
    /** A label without a name, a reference to no text, or one that line protocol cannot express. */
    BAD_LABEL("remote-write-bad-label"),
    /** A native histogram whose buckets are contradictory or too many. */
    BAD_HISTOGRAM("remote-write-bad-histogram"),
    /** Name and labels are too long for any series. */
    LONG_SERIES(LineError.SERIES_TOO_LONG.code()),
    /** The lines of a request would be many times as long as the request. */
    TOO_LARGE("remote-write-too-large"),
    NOT_FINITE(LineError.NOT_FINITE.code());

    private final String code;

    RemoteWriteError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    String code() {
        return code;
    }
}
