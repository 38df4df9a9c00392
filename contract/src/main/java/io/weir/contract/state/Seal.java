package io.weir.contract.state;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The first bytes of each saved value: {@code 'W'}, the layout's version (one byte), and the CRC32C
 * of all bytes after the seal (four bytes, big-endian). A value without a valid seal is refused,
 * never misread.
 */
public final class Seal {

    public static final int BYTES = 6;

    /**
     * No slot of a block has this number: values from before the seals begin with a slot or a small
     * offset.
     */
    private static final byte MAGIC = 'W';

    private static final int LAYOUT_AT = 1;
    private static final int SUM_AT = 2;

    private Seal() {}

    /** Clears {@code bytes} and reserves room for the seal; the content follows. */
    static void begin(StateBytes bytes) {
        bytes.clear();
        bytes.writeByte(MAGIC);
        bytes.writeByte(0);
        bytes.writeInt(0);
    }

    /** Seals the content written since {@link #begin}; returns a copy of all bytes. */
    static byte[] end(StateBytes bytes, int layout) {
        return seal(bytes.toBytes(), layout);
    }

    /** Returns a seal followed by {@code content}. */
    public static byte[] of(byte[] content, int layout) {
        byte[] sealed = new byte[BYTES + content.length];
        sealed[0] = MAGIC;
        System.arraycopy(content, 0, sealed, BYTES, content.length);
        return seal(sealed, layout);
    }

    private static byte[] seal(byte[] value, int layout) {
        value[LAYOUT_AT] = (byte) layout;
        ByteBuffer.wrap(value).putInt(SUM_AT, checksum(value, BYTES, value.length));
        return value;
    }

    /**
     * Checks the seal of a saved value, whose content begins at {@link #BYTES}.
     *
     * @param layout the version that this Weir reads
     * @param name of the value, for the message
     * @throws UnusableStateException if the value is damaged or was written by another layout
     */
    public static void check(byte[] sealed, int layout, String name) {
        if (sealed.length < BYTES || sealed[0] != MAGIC) {
            throw new UnusableStateException(name + ": written before layouts had versions, or not by Weir. " + REMEDY);
        }
        int written = sealed[LAYOUT_AT] & 0xff;
        if (written != layout) {
            throw new UnusableStateException(
                    name + ": written in layout " + written + ", this Weir reads layout " + layout + ". " + REMEDY);
        }
        if (ByteBuffer.wrap(sealed).getInt(SUM_AT) != checksum(sealed, BYTES, sealed.length)) {
            throw damaged(name, "its checksum is wrong");
        }
    }

    static UnusableStateException damaged(String name, String how) {
        return new UnusableStateException(name + ": damaged, " + how + ". " + REMEDY);
    }

    static int checksum(byte[] bytes, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, from, to - from);
        return (int) sum.getValue();
    }

    private static final String REMEDY =
            "Run the version that wrote the state, or discard it: docs/operations.md, \"State that cannot be read\"";
}
