package io.weir.dashboard.http;

/** A request that is refused or cannot be answered; the message is for the sender. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final long retryAfterSeconds;

    /** @param status HTTP status */
    public ApiException(int status, String message) {
        this(status, message, 0);
    }

    private ApiException(int status, String message, long retryAfterSeconds) {
        super(message);
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** The sender asks too often. */
    static ApiException tooOften(String message, long retryAfterSeconds) {
        return new ApiException(429, message, retryAfterSeconds);
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Seconds after which the sender should retry; 0 if unknown. */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
