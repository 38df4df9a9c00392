package io.weir.writer.store;

import java.time.Duration;
import java.util.Optional;

/**
 * How a store is opened.
 *
 * @param token the password or token
 * @param timeout maximum time for an answer of the store
 * @param texts what happens to texts, in a store of numbers
 */
public record StoreOptions(Optional<String> token, Duration timeout, Texts texts) {
    /** Leaves out texts that the store cannot have. */
    public StoreOptions(Optional<String> token, Duration timeout) {
        this(token, timeout, Texts.SKIP);
    }

    /** Omits the token, because records print all components. */
    @Override
    public String toString() {
        return "StoreOptions[timeout=" + timeout + "]";
    }
}
