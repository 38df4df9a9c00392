package io.weir.gateway.http;

/** How an interface writes errors. */
@FunctionalInterface
public interface ErrorFormat {
    /** An error answer with this message. */
    Answer error(int status, String message);

    /** The format for a request with this content type; empty if it has none. */
    default ErrorFormat forContentType(String contentType) {
        return this;
    }
}
