package io.weir.gateway.graphite;

import static io.weir.gateway.graphite.PickleStack.FLOAT;
import static io.weir.gateway.graphite.PickleStack.INTEGER;
import static io.weir.gateway.graphite.PickleStack.LIST;
import static io.weir.gateway.graphite.PickleStack.MARK;
import static io.weir.gateway.graphite.PickleStack.METRIC;
import static io.weir.gateway.graphite.PickleStack.OTHER;
import static io.weir.gateway.graphite.PickleStack.PAIR;
import static io.weir.gateway.graphite.PickleStack.TEXT;

import io.weir.gateway.intake.Words;

/**
 * Reads the elements of a list in a pickle. It executes only what writes texts, numbers, tuples and lists, in the
 * protocols 0 to 5: it creates no objects and calls nothing. Belongs to one thread.
 *
 * <p>Source of the format: Python's module {@code pickletools}, which describes every instruction.
 */
final class PickleReader {
    /** Of one pickle. CPython remembers three values for each metric. */
    private static final int MOST_MEMO = 1 << 20;

    private static final int LONGEST_INTEGER = 8;
    private static final int HIGHEST_PROTOCOL = 5;

    private final PickleStack stack = new PickleStack();
    private final PickleStack memo = new PickleStack();
    /** The timestamp and the value of each pair. */
    private final PickleStack pairs = new PickleStack();

    private byte[] bytes = {};
    private int length;
    private int at;
    private boolean isBroken;
    private boolean isStopped;

    private boolean isMetric;
    private int elementStart;
    private int elementEnd;
    private int wrongElements;
    private int pathStart;
    private int pathEnd;
    private int pair;
    private long memoStart;

    /** Begins a pickle. */
    void wrap(byte[] pickle, int pickleLength) {
        bytes = pickle;
        length = pickleLength;
        at = 0;
        isBroken = false;
        isStopped = false;
        elementEnd = 0;
        wrongElements = 0;
        stack.clear();
        memo.clear();
        pairs.clear();
    }

    /** Proceeds to the next metric, or past the next element of the list that is not one. */
    boolean next() {
        isMetric = false;
        elementStart = elementEnd;
        while (wrongElements == 0 && !isMetric && !isBroken && !isStopped) {
            isBroken = at >= length || !execute(bytes[at++] & 0xff);
        }
        if (isMetric || wrongElements > 0) {
            elementEnd = at;
            wrongElements -= isMetric ? 0 : 1;
            return true;
        }
        return false;
    }

    /** After the last element: whether the pickle ended as it should. */
    boolean isWhole() {
        return !isBroken && at == length;
    }

    /** Whether the element is a metric; if not, it has no other properties. */
    boolean isMetric() {
        return isMetric;
    }

    /** Where the element begins, or what is left after the last one. */
    int elementStart() {
        return elementStart;
    }

    int elementEnd() {
        return elementEnd;
    }

    /** The place of the instruction that was read last. */
    int at() {
        return Math.max(elementStart, Math.min(at, length) - 1);
    }

    int pathStart() {
        return pathStart;
    }

    int pathEnd() {
        return pathEnd;
    }

    /** Bytes of the texts of which the metric consists. */
    int textBytes() {
        return pathEnd - pathStart + numberBytes(pair) + numberBytes(pair + 1);
    }

    /** Bytes of the longer one of its numbers that are texts. */
    int longestNumber() {
        return Math.max(numberBytes(pair), numberBytes(pair + 1));
    }

    private int numberBytes(int entry) {
        return pairs.kind(entry) == TEXT ? (int) (pairs.second(entry) - pairs.first(entry)) : 0;
    }

    /** Text, integer or float. */
    byte stampKind() {
        return pairs.kind(pair);
    }

    long stampFirst() {
        return pairs.first(pair);
    }

    long stampSecond() {
        return pairs.second(pair);
    }

    /** Text, integer or float. */
    byte valueKind() {
        return pairs.kind(pair + 1);
    }

    long valueFirst() {
        return pairs.first(pair + 1);
    }

    long valueSecond() {
        return pairs.second(pair + 1);
    }

    /** False if the instruction is not one of these, or does not fit here. */
    private boolean execute(int instruction) {
        return switch (instruction) {
            case 0x80 -> isKnownProtocol(number(1)); // PROTO
            case 0x95 -> skip(8); // FRAME
            case '.' -> stop();
            case '(' -> stack.push(MARK, 0, 0);
            case ']' -> stack.push(LIST, 0, 0); // EMPTY_LIST
            case ')', 'N' -> stack.push(OTHER, 0, 0); // EMPTY_TUPLE, NONE
            case 'T', 'X', 'B' -> text(number(4)); // BINSTRING, BINUNICODE, BINBYTES
            case 'U', 0x8c, 'C' -> text(number(1)); // SHORT_BINSTRING, SHORT_BINUNICODE, SHORT_BINBYTES
            case 0x8d, 0x8e -> text(number(8)); // BINUNICODE8, BINBYTES8
            case 'V' -> line(0, TEXT); // UNICODE
            case 'S' -> line(1, TEXT); // STRING, in quotes
            case 'I', 'F' -> line(0, TEXT); // INT, FLOAT
            case 'L' -> longLine(); // LONG, such as 5L
            case 'J' -> integer(4); // BININT
            case 'M' -> unsigned(2); // BININT2
            case 'K' -> unsigned(1); // BININT1
            case 0x8a -> integer((int) number(1)); // LONG1
            case 0x88 -> stack.push(INTEGER, 1, 0); // NEWTRUE
            case 0x89 -> stack.push(INTEGER, 0, 0); // NEWFALSE
            case 'G' -> floatingPoint(); // BINFLOAT
            default -> combine(instruction);
        };
    }

    private boolean combine(int instruction) {
        return switch (instruction) {
            case 't' -> tuple(stack.lastMark(), true);
            case 0x85 -> tuple(stack.size() - 1, false); // TUPLE1
            case 0x86 -> tuple(stack.size() - 2, false); // TUPLE2
            case 0x87 -> tuple(stack.size() - 3, false); // TUPLE3
            case 'l' -> list(stack.lastMark());
            case 'e' -> appends(stack.lastMark()); // APPENDS
            case 'a' -> append(stack.size() - 2);
            case 0x94 -> put(memo.size()); // MEMOIZE
            case 'p' -> put(numberLine());
            case 'q' -> put(number(1));
            case 'r' -> put(number(4));
            case 'g' -> get(numberLine());
            case 'h' -> get(number(1));
            case 'j' -> get(number(4));
            default -> false;
        };
    }

    private static boolean isKnownProtocol(long protocol) {
        return protocol >= 0 && protocol <= HIGHEST_PROTOCOL;
    }

    private boolean skip(int count) {
        at += count;
        return at <= length;
    }

    private boolean stop() {
        isStopped = true;
        return stack.size() == 1 && stack.kind(0) == LIST;
    }

    /** Reads an unsigned number; negative if it is cut or too large. */
    private long number(int count) {
        if (length - at < count) {
            return -1;
        }
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << Byte.SIZE) | (bytes[at + i] & 0xff);
        }
        at += count;
        return value;
    }

    private boolean text(long size) {
        if (size < 0 || size > length - at) {
            return false;
        }
        at += (int) size;
        return stack.push(TEXT, at - size, at);
    }

    /** Reads a text up to a newline, without so many characters on both sides; none with an escape. */
    private boolean line(int quotes, byte kind) {
        int end = Words.lineEnd(bytes, at, length);
        int from = at + quotes;
        int to = end - quotes;
        if (end == length || to < from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\') {
                return false;
            }
        }
        at = end + 1;
        return stack.push(kind, from, to);
    }

    private boolean longLine() {
        int end = Words.lineEnd(bytes, at, length);
        int to = end > at && bytes[end - 1] == 'L' ? end - 1 : end;
        int from = at;
        at = end + 1;
        return end < length && stack.push(TEXT, from, to);
    }

    /** The index of a memo in digits; negative if it is not one. */
    private long numberLine() {
        int end = Words.lineEnd(bytes, at, length);
        long value = end == length || end == at ? -1 : 0;
        for (int i = at; i < end && value >= 0; i++) {
            int digit = bytes[i] - '0';
            value = digit < 0 || digit > 9 || value > MOST_MEMO ? -1 : value * 10 + digit;
        }
        at = Math.min(length, end + 1);
        return value;
    }

    private boolean unsigned(int count) {
        long value = number(count);
        return value >= 0 && stack.push(INTEGER, value, 0);
    }

    /** Reads a signed number of any length; one beyond 64 bits is not a number for a metric. */
    private boolean integer(int count) {
        if (count > LONGEST_INTEGER) {
            return skip(count) && stack.push(OTHER, 0, 0);
        }
        if (count < 0 || length - at < count) {
            return false;
        }
        long value = count == 0 ? 0 : bytes[at + count - 1]; // With its sign.
        for (int i = count - 2; i >= 0; i--) {
            value = (value << Byte.SIZE) | (bytes[at + i] & 0xff);
        }
        at += count;
        return stack.push(INTEGER, value, 0);
    }

    private boolean floatingPoint() {
        return length - at >= Long.BYTES && stack.push(FLOAT, Long.reverseBytes(number(Long.BYTES)), 0);
    }

    /** Combines the entries from {@code first} on, or after it if it is a mark. */
    private boolean tuple(int first, boolean isMark) {
        if (first < 0) {
            return false;
        }
        int from = isMark ? first + 1 : first;
        for (int entry = from; entry < stack.size(); entry++) {
            if (stack.kind(entry) == MARK) {
                return false;
            }
        }
        byte kind = combined(from, OTHER);
        stack.truncate(first);
        return kind != MARK && stack.push(kind, pairs.size() - 2, 0);
    }

    /** A list from its elements: perhaps a pair or a metric, which some programs write as lists. */
    private boolean list(int mark) {
        if (mark < 0) {
            return false;
        }
        byte kind = combined(mark + 1, LIST);
        if (kind == LIST) {
            elements(mark + 1);
        }
        stack.truncate(mark);
        return kind != MARK && stack.push(kind, pairs.size() - 2, 0);
    }

    /** Appends the elements after the mark to the list before it. */
    private boolean appends(int mark) {
        if (mark < 1 || stack.kind(mark - 1) != LIST) {
            return false;
        }
        byte kind = combined(mark + 1, LIST);
        if (kind == LIST) {
            elements(mark + 1);
            stack.truncate(mark);
            return true;
        }
        stack.truncate(mark - 1);
        return kind != MARK && stack.push(kind, pairs.size() - 2, 0);
    }

    private boolean append(int before) {
        if (before < 0 || stack.kind(before) != LIST) {
            return false;
        }
        elements(before + 1);
        stack.truncate(before + 1);
        return true;
    }

    /** Counts the elements that are not metrics. */
    private void elements(int from) {
        for (int entry = from; entry < stack.size(); entry++) {
            wrongElements += stack.kind(entry) == METRIC ? 0 : 1;
        }
    }

    /** The kind of the tuple of these entries; a mark if there is no room for more pairs. */
    private byte combined(int from, byte other) {
        if (stack.size() - from != 2) {
            return other;
        }
        if (stack.kind(from) == TEXT && stack.kind(from + 1) == PAIR) {
            isMetric = true;
            pathStart = (int) stack.first(from);
            pathEnd = (int) stack.second(from);
            pair = (int) stack.first(from + 1);
            return METRIC;
        }
        if (isPlain(from) && isPlain(from + 1)) {
            boolean isAdded = pairs.addOf(stack, from, MOST_MEMO) && pairs.addOf(stack, from + 1, MOST_MEMO);
            return isAdded ? PAIR : MARK;
        }
        return other;
    }

    private boolean isPlain(int entry) {
        byte kind = stack.kind(entry);
        return kind == TEXT || kind == INTEGER || kind == FLOAT;
    }

    /** The memo is numbered without gaps, from 0 on, or in Python 2 from 1 on. */
    private boolean put(long index) {
        if (memo.size() == 0) {
            memoStart = index;
        }
        return stack.size() > 0
                && memoStart >= 0
                && index - memoStart == memo.size()
                && memo.addOf(stack, stack.size() - 1, MOST_MEMO);
    }

    private boolean get(long index) {
        long entry = index - memoStart;
        return index >= 0
                && entry >= 0
                && entry < memo.size()
                && stack.push(memo.kind((int) entry), memo.first((int) entry), memo.second((int) entry));
    }
}
