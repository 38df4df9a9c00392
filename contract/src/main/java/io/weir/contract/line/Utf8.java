package io.weir.contract.line;

/**
 * Checks whether bytes are UTF-8 text (RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF).
 */
public final class Utf8 {
    private Utf8() {}

    /** Whether every byte of the range is ASCII. */
    public static boolean isAscii(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (Swar.hasHighBit(Swar.load(bytes, at))) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /** The index of the first character that is not UTF-8, or -1. */
    public static int firstInvalid(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int length = bytes[at] >= 0 ? 1 : sequenceLength(bytes, at, to);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return -1;
    }

    private static int sequenceLength(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xFF;
        int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || at + length > to) {
            return 0;
        }
        for (int i = at + 1; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return isSecondAllowed(first, bytes[at + 1] & 0xFF) ? length : 0;
    }

    private static boolean isSecondAllowed(int first, int second) {
        return switch (first) {
            case 0xE0 -> second >= 0xA0; // shorter forms exist
            case 0xED -> second < 0xA0; // UTF-16 surrogates
            case 0xF0 -> second >= 0x90; // shorter forms exist
            case 0xF4 -> second < 0x90; // above U+10FFFF
            default -> true;
        };
    }
}
