package io.weir.writer.store.questdb;

import io.weir.writer.store.StoreUrl;
import java.util.Optional;

/**
 * QuestDB over HTTP.
 *
 * @param user the user of the password; cannot be configured
 */
public record QuestDbUrl(String text, String http, Optional<String> user) implements StoreUrl {

    /**
     * One: the first writer of a measurement creates or widens its table, so there must be only one
     * writer.
     */
    @Override
    public int mostInFlight() {
        return 1;
    }
}
