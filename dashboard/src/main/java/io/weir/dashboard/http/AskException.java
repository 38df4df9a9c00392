package io.weir.dashboard.http;

/** A request that is not answered as asked; the message is for who asked. */
public final class AskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param status of HTTP */
    public AskException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Of HTTP. */
    public int status() {
        return status;
    }
}
