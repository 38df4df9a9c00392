package io.weir.query.api;

import java.io.IOException;
import java.io.OutputStream;

/** Where the answer to a request of raw values is written. */
@FunctionalInterface
public interface ValueResponse {
    /** Begins the answer. Called once. */
    OutputStream begin(int status, String mediaType) throws IOException;
}
