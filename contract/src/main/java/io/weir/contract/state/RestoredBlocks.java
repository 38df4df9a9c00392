package io.weir.contract.state;

import io.weir.contract.state.BlockWriter.Parts;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Restored changelog records that are not parsed yet: a changelog contains most blocks several
 * times, and only the last version counts. {@link BlockWriter} describes the records. Not
 * thread-safe.
 */
final class RestoredBlocks {

    private final int layout;
    private final IntFunction<String> name;

    /** In the order of the changelog. */
    private final Map<Integer, byte @Nullable []> heads = new LinkedHashMap<>();

    private final Map<Long, byte[]> parts = new LinkedHashMap<>();

    /** Receives the content of the blocks. */
    interface SlotReader {
        /** Begins a block; all its slots are empty until they are read. */
        void block(int block);

        /** A slot, by its number in the block, and the input offset that its content includes. */
        void slot(int slot, long includes, byte[] content) throws IOException;
    }

    /** Reads values of this layout; {@code name} names a block in messages. */
    RestoredBlocks(int layout, IntFunction<String> name) {
        this.layout = layout;
        this.name = name;
    }

    /** Whether there is anything to read. */
    boolean isEmpty() {
        return heads.isEmpty() && parts.isEmpty();
    }

    /** Receives a record; a later one replaces an earlier one with the same key. */
    void restore(byte[] key, byte @Nullable [] value) {
        if (key.length == Integer.BYTES) {
            int block = ByteBuffer.wrap(key).getInt();
            heads.remove(block); // Its place in the changelog is now after all others.
            heads.put(block, value);
        } else if (value == null) {
            parts.remove(BlockWriter.number(key));
        } else {
            parts.put(BlockWriter.number(key), value);
        }
    }

    /**
     * Parses and forgets everything; reports the parts in the changelog to {@code writer}.
     *
     * @throws UnusableStateException if a value is damaged or was written by another layout
     */
    void read(SlotReader to, BlockWriter writer) {
        heads.forEach((block, value) -> {
            to.block(block);
            writer.forget(block);
            if (value != null) {
                read(block, value, to, writer);
            }
        });
        parts.keySet().forEach(writer::restoredUnnamed);
        clear();
    }

    private void read(int block, byte[] value, SlotReader to, BlockWriter writer) {
        Seal.check(value, layout, name.apply(block));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(value, Seal.BYTES, value.length));
        try {
            while (in.available() > 0) {
                int slot = in.readUnsignedByte();
                long includes = in.readLong();
                to.slot(slot, includes, content(block, slot, in, writer));
            }
        } catch (IOException | RuntimeException e) {
            if (e instanceof UnusableStateException known) {
                throw known;
            }
            throw new UnusableStateException(name.apply(block) + ": cannot be read though its checksum is right", e);
        }
    }

    private byte[] content(int block, int slot, DataInputStream in, BlockWriter writer) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        if (bytes.length <= BlockWriter.MOST_INLINE) {
            in.readFully(bytes);
            return bytes;
        }
        Parts named = new Parts(in.readUnsignedByte(), BlockWriter.partsOf(bytes.length));
        ByteBuffer all = ByteBuffer.wrap(bytes);
        for (int number = 0; number < named.count(); number++) {
            byte[] key = BlockWriter.partKey(block, slot, named.generation(), number);
            byte[] part = parts.remove(BlockWriter.number(key));
            if (part == null || part.length > all.remaining()) {
                throw Seal.damaged(
                        name.apply(block), "part " + number + " of slot " + slot + " is missing or too long");
            }
            all.put(part);
        }
        if (all.hasRemaining() || in.readInt() != Seal.checksum(bytes, 0, bytes.length)) {
            throw Seal.damaged(name.apply(block), "the checksum of slot " + slot + " is wrong");
        }
        writer.name(block, slot, named);
        return bytes;
    }

    /** Forgets everything. */
    void clear() {
        heads.clear();
        parts.clear();
    }
}
