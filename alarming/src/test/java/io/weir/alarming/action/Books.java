package io.weir.alarming.action;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Stores of action books without a broker. */
final class Books {

    private Books() {}

    static KeyValueStore<String, byte[]> store() {
        KeyValueStore<String, byte[]> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("actions"), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
        store.init(new MockProcessorContext<>().getStateStoreContext(), store);
        return store;
    }
}
