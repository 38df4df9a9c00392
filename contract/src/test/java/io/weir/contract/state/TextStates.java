package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A text per slot, of any length; the common state is a text, too. */
final class TextStates implements WorkingSet {

    static final int SLOTS = 130;

    private final String[] texts = new String[SLOTS];
    private final int layout;
    String common = "";

    TextStates(int layout) {
        this.layout = layout;
        reset();
    }

    @Override
    public int layout() {
        return layout;
    }

    String text(int slot) {
        return texts[slot];
    }

    void text(int slot, String text) {
        texts[slot] = text;
    }

    @Override
    public int slotLimit() {
        return SLOTS;
    }

    @Override
    public boolean write(int slot, DataOutput out) throws IOException {
        if (texts[slot].isEmpty()) {
            return false;
        }
        out.write(texts[slot].getBytes(UTF_8));
        return true;
    }

    @Override
    public void read(int slot, DataInput in) throws IOException {
        texts[slot] = rest(in);
    }

    @Override
    public void clear(int slot) {
        if (slot < SLOTS) {
            texts[slot] = "";
        }
    }

    @Override
    public void release(long committedOffset, SlotListener freed) {}

    @Override
    public void reset() {
        Arrays.fill(texts, "");
        common = "";
    }

    @Override
    public void writeCommon(DataOutput out) throws IOException {
        out.write(common.getBytes(UTF_8));
    }

    @Override
    public void readCommon(DataInput in) throws IOException {
        common = rest(in);
    }

    /** Reads all bytes together: reading single bytes of these long texts took most of the test's time. */
    private static String rest(DataInput in) throws IOException {
        return new String(((InputStream) in).readAllBytes(), UTF_8);
    }
}
