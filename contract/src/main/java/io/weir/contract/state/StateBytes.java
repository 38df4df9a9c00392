package io.weir.contract.state;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * A growing array of bytes in the format of {@link DataOutputStream}. Numbers are written as a
 * whole, because a checkpoint writes about fifty numbers for each series. A
 * {@link java.io.ByteArrayOutputStream} takes a number byte by byte, each under a lock. Not
 * thread-safe.
 */
public final class StateBytes extends OutputStream implements DataOutput {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int MOST_UTF = 0xffff;

    private byte[] bytes;
    private int length;

    /** Empty, with room for {@code capacity} bytes before it grows. */
    public StateBytes(int capacity) {
        bytes = new byte[Math.max(1, capacity)];
    }

    @Override
    public void write(int b) {
        int at = take(1);
        bytes[at] = (byte) b;
    }

    @Override
    public void write(byte[] from) {
        write(from, 0, from.length);
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        int at = take(count);
        System.arraycopy(from, offset, bytes, at, count);
    }

    /** Appends all bytes of another instance. */
    public void write(StateBytes from) {
        write(from.bytes, 0, from.length);
    }

    @Override
    public void writeBoolean(boolean value) {
        write(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) {
        write(value);
    }

    @Override
    public void writeShort(int value) {
        int at = take(Short.BYTES);
        SHORT.set(bytes, at, (short) value);
    }

    @Override
    public void writeChar(int value) {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) {
        int at = take(Integer.BYTES);
        INT.set(bytes, at, value);
    }

    @Override
    public void writeLong(long value) {
        int at = take(Long.BYTES);
        LONG.set(bytes, at, value);
    }

    @Override
    public void writeFloat(float value) {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            write(text.charAt(i));
        }
    }

    @Override
    public void writeChars(String text) {
        for (int i = 0; i < text.length(); i++) {
            writeChar(text.charAt(i));
        }
    }

    @Override
    public void writeUTF(String text) throws IOException {
        int characters = text.length();
        int begin = length;
        if (characters <= MOST_UTF) {
            int at = take(Short.BYTES + characters);
            SHORT.set(bytes, at, (short) characters);
            at += Short.BYTES;
            int done = 0;
            while (done < characters && isOneByte(text.charAt(done))) {
                bytes[at + done] = (byte) text.charAt(done);
                done++;
            }
            if (done == characters) {
                return;
            }
        }
        length = begin;
        new DataOutputStream(this).writeUTF(text);
    }

    /** In the UTF-8 of {@link DataOutput}, a zero has two bytes. */
    private static boolean isOneByte(char character) {
        return character > 0 && character < 0x80;
    }

    /** The number of bytes. */
    public int length() {
        return length;
    }

    /** The internal array, valid up to {@link #length} and until the next change. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Removes all bytes; keeps the memory. */
    public void clear() {
        length = 0;
    }

    /** Reserves {@code count} bytes; returns their index. */
    private int take(int count) {
        int at = length;
        if (bytes.length - at < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + count));
        }
        length = at + count;
        return at;
    }
}
