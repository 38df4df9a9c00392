package io.weir.alarming.action;

import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Names of the nodes that the processors of this package use.
 *
 * @param store the store of actions
 * @param actions the sink of actions
 * @param conditions the sink of condition changes
 */
public record ActionNodeNames(String store, String actions, String conditions) {

    /** Returns the store, which both processors need. */
    public StoreBuilder<?> builder() {
        return ActionBook.store(store);
    }
}
