package io.weir.contract.state;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes in memory, to be written through a {@link java.io.DataOutputStream}: what {@link java.io.ByteArrayOutputStream} is, but
 * without its lock, which a checkpoint takes for nearly every byte. Not thread-safe.
 */
public final class StateBytes extends OutputStream {

    private byte[] bytes;
    private int length;

    /** None, with room for {@code capacity} before it grows. */
    public StateBytes(int capacity) {
        bytes = new byte[Math.max(1, capacity)];
    }

    @Override
    public void write(int b) {
        if (length == bytes.length) {
            reserve(1);
        }
        bytes[length++] = (byte) b;
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        reserve(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    /** Appends all of another's. */
    public void write(StateBytes from) {
        write(from.bytes, 0, from.length);
    }

    /** How many there are. */
    public int length() {
        return length;
    }

    /** The bytes themselves, valid up to {@link #length} and until the next change. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Forgets all; keeps the memory. */
    public void clear() {
        length = 0;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
