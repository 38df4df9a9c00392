package io.weir.alarming.lifecycle;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Creates a store for {@link LifecycleMemory} and {@link Deadlines} without a changelog, for tests. */
final class MarksStore {

    private MarksStore() {}

    static KeyValueStore<String, Long> empty() {
        KeyValueStore<String, Long> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("marks"), Serdes.String(), Serdes.Long())
                .withLoggingDisabled()
                .build();
        store.init(new MockProcessorContext<>().getStateStoreContext(), store);
        return store;
    }
}
