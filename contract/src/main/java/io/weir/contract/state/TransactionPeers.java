package io.weir.contract.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The block stores of a stream thread with unsaved changes. With exactly-once, a thread has one
 * producer, so its tasks commit in one transaction. The order of their blocks does not matter, and
 * all blocks are sent before Kafka Streams waits for the first task.
 */
final class TransactionPeers {

    private static final ThreadLocal<List<BlockStore<?>>> UNSAVED = ThreadLocal.withInitial(ArrayList::new);

    private TransactionPeers() {}

    /** Registers a store to save with the others of this thread. */
    static void add(BlockStore<?> store) {
        UNSAVED.get().add(store);
    }

    /** Saves all registered stores of this thread. */
    static void save() {
        List<BlockStore<?>> unsaved = UNSAVED.get();
        unsaved.forEach(BlockStore::saveInTransaction);
        unsaved.clear();
    }
}
