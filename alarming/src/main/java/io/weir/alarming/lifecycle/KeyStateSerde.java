package io.weir.alarming.lifecycle;

import io.weir.contract.state.SavedText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Serializes a {@link KeyState} for its store and changelog. */
final class KeyStateSerde implements Serde<KeyState> {

    private static final byte FORMAT = 1;

    @Override
    public Serializer<KeyState> serializer() {
        return (topic, key) -> key == null ? null : write(key);
    }

    @Override
    public Deserializer<KeyState> deserializer() {
        return (topic, bytes) -> bytes == null ? null : read(bytes);
    }

    private static byte[] write(KeyState key) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeByte(FORMAT);
            out.writeUTF(key.rule());
            out.writeUTF(key.ruleVersion());
            out.writeInt(key.tags().size());
            for (Map.Entry<String, String> tag : key.tags().entrySet()) {
                SavedText.write(tag.getKey(), out);
                SavedText.write(tag.getValue(), out);
            }
            out.writeInt(key.due().size());
            for (Map.Entry<Integer, Long> partition : key.due().entrySet()) {
                out.writeInt(partition.getKey());
                out.writeLong(partition.getValue());
            }
            out.writeLong(key.seenMillis());
            out.writeLong(key.expectedMillis());
            out.writeBoolean(key.isAbsent());
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    private static KeyState read(byte[] bytes) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            int format = in.readByte();
            if (format != FORMAT) {
                throw new IOException("unknown format " + format);
            }
            String rule = in.readUTF();
            String version = in.readUTF();
            SortedMap<String, String> tags = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                tags.put(SavedText.read(in), SavedText.read(in));
            }
            SortedMap<Integer, Long> due = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                due.put(in.readInt(), in.readLong());
            }
            return new KeyState(rule, version, tags, due, in.readLong(), in.readLong(), in.readBoolean());
        } catch (IOException e) {
            throw new UncheckedIOException("the changelog of keys is not in the format of this version", e);
        }
    }
}
