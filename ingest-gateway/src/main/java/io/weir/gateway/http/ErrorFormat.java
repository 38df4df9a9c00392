package io.weir.gateway.http;

/** How an interface writes errors. */
@FunctionalInterface
public interface ErrorFormat {
    /** An error answer with this message. */
    Answer error(int status, String message);
}
