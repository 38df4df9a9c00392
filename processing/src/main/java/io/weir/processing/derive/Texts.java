package io.weir.processing.derive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import java.util.Arrays;
import java.util.List;

/** Finds texts by their bytes without allocating an object for each. Not thread-safe. */
final class Texts {
    private static final int NONE = -1;

    private final byte[][] texts;
    private final int[] index;
    private final int placeOfTrue;
    private final int placeOfFalse;
    private byte[] plain = new byte[64];

    Texts(List<String> texts) {
        this.texts = texts.stream().map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
        index = new int[Integer.highestOneBit(texts.size()) * 4];
        Arrays.fill(index, NONE);
        for (int place = 0; place < this.texts.length; place++) {
            byte[] text = this.texts[place];
            index[slot(text, 0, text.length)] = place;
        }
        placeOfTrue = texts.indexOf("true");
        placeOfFalse = texts.indexOf("false");
    }

    int placeOfBoolean(boolean value) {
        return value ? placeOfTrue : placeOfFalse;
    }

    /**
     * The index of the string that {@code bytes[from, to)} spells without its quotes; -1 if it is
     * not listed.
     */
    int placeOfString(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\\') {
                int length = decode(bytes, from, to);
                return index[slot(plain, 0, length)];
            }
        }
        return index[slot(bytes, from, to)];
    }

    /**
     * Removes escapes into {@link #plain} and returns the length. A backslash escapes only a double
     * quote and itself.
     */
    private int decode(byte[] bytes, int from, int to) {
        if (plain.length < to - from) {
            plain = new byte[2 * (to - from)];
        }
        int length = 0;
        for (int at = from; at < to; at++) {
            boolean isEscape = bytes[at] == '\\' && at + 1 < to && (bytes[at + 1] == '"' || bytes[at + 1] == '\\');
            at += isEscape ? 1 : 0;
            plain[length++] = bytes[at];
        }
        return length;
    }

    private int slot(byte[] bytes, int from, int to) {
        int mask = index.length - 1;
        int at = (int) SeriesHash.of(bytes, from, to) & mask;
        while (index[at] != NONE && !Arrays.equals(texts[index[at]], 0, texts[index[at]].length, bytes, from, to)) {
            at = (at + 1) & mask;
        }
        return at;
    }
}
