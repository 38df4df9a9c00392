package io.weir.contract.state;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes blocks as changelog records, none of which exceeds Kafka's default limit of 1 MiB.
 *
 * <p>The <em>head</em> of a block is one record, keyed by the block's number. A head has an entry
 * for each slot: the slot's number in the block (one byte), the input offset that it includes, and
 * the length of its bytes. Up to {@link #MOST_INLINE} bytes of a slot follow directly, so that 64
 * slots always fit into a head. The bytes of a longer slot are in separate records, its
 * <em>parts</em>; the head then has the parts' generation and checksum instead.
 *
 * <p>Parts are sent before the head that names them, and in another generation than the parts of
 * the previous head. So a head names complete parts, wherever a crash cuts the changelog. Parts
 * that no head names any more are deleted after the head.
 *
 * <p>Not thread-safe.
 */
final class BlockWriter {

    /** 64 slots of this length take less than 800 KiB. */
    static final int MOST_INLINE = 12 * 1024;

    /** The maximum content of one part. */
    static final int PART_BYTES = 800 * 1024;

    private final RecordSender sender;
    private final int layout;
    private final StateBytes head = new StateBytes(16 * 1024);
    private final StateBytes part = new StateBytes(1024);

    /** The parts that the latest heads name, by block and slot. Few blocks have any. */
    private final Map<Integer, Map<Integer, Parts>> named = new HashMap<>();

    /** The keys of parts that no head names; they are deleted after the next head. */
    private final Set<Long> unnamed = new LinkedHashSet<>();

    private int key;
    private boolean hasEntries;

    /** Sends a record to the changelog; a null value deletes the key. */
    @FunctionalInterface
    interface RecordSender {
        void send(byte[] key, byte @Nullable [] value);
    }

    /** The parts of a slot: their generation, 0 or 1, and their number. */
    record Parts(int generation, int count) {}

    BlockWriter(int layout, RecordSender sender) {
        this.layout = layout;
        this.sender = sender;
    }

    /** Begins the block with this key. */
    void begin(int block) {
        key = block;
        hasEntries = false;
        Seal.begin(head);
    }

    /** Adds a slot, with the last input offset that {@code bytes} include. */
    void add(int slot, long includes, StateBytes bytes) {
        hasEntries = true;
        head.writeByte(slot);
        head.writeLong(includes);
        head.writeInt(bytes.length());
        Parts before = takeNamed(slot);
        if (bytes.length() <= MOST_INLINE) {
            head.write(bytes);
        } else {
            addParts(slot, before == null ? 0 : 1 - before.generation, bytes);
        }
        if (before != null) {
            unname(slot, before);
        }
    }

    /** Leaves the slot out of the block: after a restore, the slot is empty. */
    void skip(int slot) {
        Parts before = takeNamed(slot);
        if (before != null) {
            unname(slot, before);
        }
    }

    private void addParts(int slot, int generation, StateBytes bytes) {
        int count = partsOf(bytes.length());
        for (int number = 0; number < count; number++) {
            int from = number * PART_BYTES;
            part.clear();
            part.write(bytes.array(), from, Math.min(PART_BYTES, bytes.length() - from));
            byte[] partKey = partKey(key, slot, generation, number);
            // A crash may have left a part with this key that no head names.
            unnamed.remove(number(partKey));
            sender.send(partKey, part.toBytes());
        }
        head.writeByte(generation);
        head.writeInt(Seal.checksum(bytes.array(), 0, bytes.length()));
        name(key, slot, new Parts(generation, count));
    }

    private @Nullable Parts takeNamed(int slot) {
        Map<Integer, Parts> ofBlock = named.get(key);
        return ofBlock == null ? null : ofBlock.remove(slot);
    }

    private void unname(int slot, Parts parts) {
        for (int number = 0; number < parts.count; number++) {
            unnamed.add(number(partKey(key, slot, parts.generation, number)));
        }
    }

    /** Sends the head of the block. */
    void end() {
        sender.send(headKey(key), hasEntries ? Seal.end(head, layout) : null);
        unnamed.forEach(gone ->
                sender.send(ByteBuffer.allocate(Long.BYTES).putLong(gone).array(), null));
        unnamed.clear();
    }

    /** Records that the head of the block names these parts, as sent or as restored. */
    void name(int block, int slot, Parts parts) {
        named.computeIfAbsent(block, none -> new HashMap<>()).put(slot, parts);
    }

    /**
     * Records a part in the changelog that no head names, because of a crash before the head; it is
     * deleted after the next head.
     */
    void restoredUnnamed(long partKey) {
        unnamed.add(partKey);
    }

    /**
     * Records a part that a former owner wrote too late. If a head names its key, the changelog may
     * lack the right part: the next checkpoint must write the block, which names other keys.
     */
    void restoredStale(long partKey) {
        int slot = (int) (partKey >>> 24) & 0xff;
        int generation = (int) (partKey >>> 16) & 0xff;
        Parts parts =
                named.getOrDefault((int) (partKey >>> Integer.SIZE), Map.of()).get(slot);
        if (parts == null || parts.generation != generation || (partKey & 0xffff) >= parts.count) {
            unnamed.add(partKey);
        }
    }

    /** Forgets the parts that the head of the block names. */
    void forget(int block) {
        named.remove(block);
    }

    /** Forgets the content of the changelog. */
    void forget() {
        named.clear();
        unnamed.clear();
    }

    static int partsOf(int length) {
        return (length + PART_BYTES - 1) / PART_BYTES;
    }

    static byte[] headKey(int block) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(block).array();
    }

    static byte[] partKey(int block, int slot, int generation, int number) {
        return ByteBuffer.allocate(Long.BYTES)
                .putInt(block)
                .put((byte) slot)
                .put((byte) generation)
                .putShort((short) number)
                .array();
    }

    /** The key of a part as a number. */
    static long number(byte[] partKey) {
        return ByteBuffer.wrap(partKey).getLong();
    }
}
