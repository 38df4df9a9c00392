package io.weir.alarming.act;

import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The names of what the processors of this package are connected with.
 *
 * @param store of what is remembered of actions
 * @param actions the sink of actions
 * @param conditions the sink of condition changes
 */
public record ActionWiring(String store, String actions, String conditions) {

    /** The store, to be connected with both processors. */
    public StoreBuilder<?> builder() {
        return ActionBook.store(store);
    }
}
