package io.weir.contract.state;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Makes in-memory key-value stores with texts as keys and a {@link Seal} on each value. */
public final class SealedStore {

    private SealedStore() {}

    /**
     * A store with a changelog.
     *
     * @param values the serde of the values
     * @param layout the version of the output of {@code values}, from 1 to 255
     * @param <T> the value
     */
    public static <T> StoreBuilder<KeyValueStore<String, T>> builder(String name, Serde<T> values, int layout) {
        return Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.String(), SealedSerde.of(values, layout));
    }
}
