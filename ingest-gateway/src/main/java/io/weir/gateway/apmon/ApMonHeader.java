package io.weir.gateway.apmon;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A reusable view of a packet's first string, {@code v:2.2.8_cppp:secret}. The oldest clients sent
 * no version; their first string is the cluster's name. Not thread-safe.
 */
final class ApMonHeader {
    /** Greater than every component of a relevant version. */
    private static final int COMPONENT = 1_000;

    private byte[] bytes = {};
    private int version;
    private int passwordFrom;
    private int passwordTo;

    /** Reads the string from {@code from} up to {@code to}. Returns false if it is not a header. */
    boolean read(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.version = 0;
        int end = to;
        while (end > from && isBlank(bytes[end - 1])) { // MonALISA trims it.
            end--;
        }
        int password = passwordAt(bytes, from, end);
        if (password < 0 || bytes[from] != 'v' || bytes[from + 1] != ':' || !isDigit(bytes[from + 2])) {
            return false;
        }
        passwordFrom = password;
        passwordTo = end;
        int dot = endOfNumber(from + 2);
        int minor = bytes[dot] == '.' ? number(dot + 1, endOfNumber(dot + 1)) : 0;
        version = number(from + 2, dot) * COMPONENT + minor;
        return true;
    }

    /** Whether the packet contains its sender's instance and its number. */
    boolean hasSender() {
        return version >= 2 * COMPONENT + 2;
    }

    /** Whether a time may follow the parameters. */
    boolean maySayTime() {
        return version >= COMPONENT + 6;
    }

    /** Compares in constant time. */
    boolean hasPassword(byte[] expected) {
        return MessageDigest.isEqual(expected, Arrays.copyOfRange(bytes, passwordFrom, passwordTo));
    }

    /** Index after the first {@code p:}, or -1; no version contains it. */
    private static int passwordAt(byte[] bytes, int from, int to) {
        for (int at = from + 3; at + 1 < to; at++) {
            if (bytes[at] == 'p' && bytes[at + 1] == ':') {
                return at + 2;
            }
        }
        return -1;
    }

    /**
     * Always found: each number of a version is followed by another character, at the latest by
     * {@code p:}.
     */
    private int endOfNumber(int from) {
        int at = from;
        while (isDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    private int number(int from, int to) {
        int number = 0;
        for (int at = from; at < to; at++) {
            number = Math.min(COMPONENT - 1, number * 10 + bytes[at] - '0');
        }
        return number;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isBlank(byte b) {
        return b >= 0 && b <= ' ';
    }
}
