package io.weir.contract.state;

import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A store in memory that has no cache, and is a {@link CachedStateStore} for {@link #flushCache}
 * only.
 */
abstract class UncachedStore implements StateStore, CachedStateStore<Object, Object> {

    @Override
    public final boolean persistent() {
        return false;
    }

    @Override
    public final boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public final void clearCache() {
        // There is no cache: the working set is the state.
    }
}
