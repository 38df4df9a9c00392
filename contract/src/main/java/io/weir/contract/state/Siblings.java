package io.weir.contract.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The block stores of a stream thread that have something to save. Exactly once, a thread has one producer, so that its tasks commit
 * in one transaction: what they save may be sent in any order, and is sent before Kafka Streams waits for the first of them.
 */
final class Siblings {

    private static final ThreadLocal<List<BlockStore<?>>> UNSAVED = ThreadLocal.withInitial(ArrayList::new);

    private Siblings() {}

    /** To be saved with the others of this thread. */
    static void add(BlockStore<?> store) {
        UNSAVED.get().add(store);
    }

    /** Has all of this thread saved. */
    static void save() {
        List<BlockStore<?>> unsaved = UNSAVED.get();
        unsaved.forEach(BlockStore::saveInTransaction);
        unsaved.clear();
    }
}
