package io.weir.contract.state;

import java.util.Arrays;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Puts a {@link Seal} on the values of a key-value store. A damaged value, or one of another
 * layout, is refused with the name of its changelog. Null stays null.
 *
 * @param <T> the value
 */
public final class SealedSerde<T> implements Serde<T> {

    private final Serde<T> content;
    private final int layout;

    private SealedSerde(Serde<T> content, int layout) {
        this.content = content;
        this.layout = layout;
    }

    /**
     * Seals the output of another serde.
     *
     * @param layout the version of that output, from 1 to 255; it must change with every change of
     *     the output
     */
    public static <T> Serde<T> of(Serde<T> content, int layout) {
        return new SealedSerde<>(content, layout);
    }

    @Override
    public Serializer<T> serializer() {
        Serializer<T> inner = content.serializer();
        return (topic, value) -> {
            byte[] bytes = inner.serialize(topic, value);
            return bytes == null ? null : Seal.of(bytes, layout);
        };
    }

    @Override
    public Deserializer<T> deserializer() {
        Deserializer<T> inner = content.deserializer();
        return (topic, value) -> {
            if (value == null) {
                return inner.deserialize(topic, null);
            }
            Seal.check(value, layout, topic);
            return inner.deserialize(topic, Arrays.copyOfRange(value, Seal.BYTES, value.length));
        };
    }
}
