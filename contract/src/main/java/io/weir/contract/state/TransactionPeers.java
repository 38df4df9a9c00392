package io.weir.contract.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The unsaved block stores of a stream thread. With exactly-once, a thread has one producer, so its
 * tasks commit in one transaction. The order of their blocks does not matter, and all blocks are
 * sent before Kafka Streams waits for the first task.
 */
final class TransactionPeers {

    private static final ThreadLocal<List<Runnable>> UNSAVED = ThreadLocal.withInitial(ArrayList::new);

    private TransactionPeers() {}

    /** Registers how a store is saved with the others of this thread. */
    static void add(Runnable save) {
        UNSAVED.get().add(save);
    }

    /** Saves all registered stores of this thread. */
    static void save() {
        List<Runnable> unsaved = UNSAVED.get();
        unsaved.forEach(Runnable::run);
        unsaved.clear();
    }
}
