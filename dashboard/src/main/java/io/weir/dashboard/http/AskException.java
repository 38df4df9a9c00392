package io.weir.dashboard.http;

/** A request that is not answered as asked; the message is for who asked. */
public final class AskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final long retryAfterSeconds;

    /** @param status of HTTP */
    public AskException(int status, String message) {
        this(status, message, 0);
    }

    private AskException(int status, String message, long retryAfterSeconds) {
        super(message);
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** Somebody asks too often. */
    static AskException tooOften(String message, long retryAfterSeconds) {
        return new AskException(429, message, retryAfterSeconds);
    }

    /** Of HTTP. */
    public int status() {
        return status;
    }

    /** After how long it is worth asking again; 0 if that is not known. */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
