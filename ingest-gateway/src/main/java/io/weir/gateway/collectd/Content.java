package io.weir.gateway.collectd;

import io.weir.gateway.intake.spelling.LineText;
import org.jspecify.annotations.Nullable;

/**
 * Reads permitted parts: plain ones, or the content of signed or encrypted ones. Reading stops at a
 * broken part, because later parts depend on it; earlier values remain valid. Allocates only for
 * fractions with many decimals. Not thread-safe.
 */
final class Content {
    /** No window. */
    static final long ANY_TIME = Long.MAX_VALUE;

    /** Lines are handed over at this length, even within a packet, which keeps the buffer small. */
    private static final int ENOUGH = 1 << 15;

    private final TypesDb types;
    private final long windowNanos;
    private final PartReader parts = new PartReader();
    private final ValuesPart values = new ValuesPart();
    private final Identity identity = new Identity();
    private final LineText text = new LineText(1 << 16);
    private final ValueLines lines;
    private final Outlet outlet;
    private long severity;

    /**
     * {@code windowNanos} is the maximum difference between a time and the receive time, or
     * {@link #ANY_TIME}.
     */
    Content(Naming naming, TypesDb types, long windowNanos, Outlet outlet) {
        this.types = types;
        this.windowNanos = windowNanos;
        this.lines = new ValueLines(naming, text);
        this.outlet = outlet;
    }

    /** Reads the parts between the indexes, independently of all other parts. */
    void read(byte[] bytes, int from, int to, long receivedNanos) {
        identity.clear();
        severity = 0;
        parts.wrap(bytes, from, to);
        PacketError error = PacketError.NONE;
        while (error == PacketError.NONE && parts.next()) {
            error = read(bytes, receivedNanos);
            if (text.length() > ENOUGH) {
                flush();
            }
        }
        flush();
        if (error == PacketError.NONE) {
            error = parts.error();
        }
        if (error != PacketError.NONE) {
            outlet.refuse(error, bytes, parts.start(), to, parts.start());
        }
    }

    private void flush() {
        if (text.length() > 0) {
            outlet.lines(text.bytes(), text.length());
            text.truncate(0);
        }
    }

    private PacketError read(byte[] bytes, long receivedNanos) {
        return switch (parts.type()) {
            case PartType.HOST -> name(identity.host, bytes);
            case PartType.PLUGIN -> plugin(bytes);
            case PartType.PLUGIN_INSTANCE -> name(identity.pluginInstance, bytes);
            case PartType.TYPE -> type(bytes);
            case PartType.TYPE_INSTANCE -> name(identity.typeInstance, bytes);
            case PartType.TIME, PartType.TIME_HR, PartType.INTERVAL, PartType.INTERVAL_HR, PartType.SEVERITY ->
                parts.isNumber() ? number(parts.type(), parts.number()) : PacketError.NUMBER;
            case PartType.VALUES -> values(bytes, receivedNanos);
            case PartType.MESSAGE -> message(bytes, receivedNanos);
            case PartType.SIGNATURE -> PacketError.NONE; // already verified by the caller
            case PartType.ENCRYPTION -> PacketError.NESTED;
            default -> {
                outlet.note(Outlet.UNKNOWN_PART, 1);
                yield PacketError.NONE;
            }
        };
    }

    private PacketError plugin(byte[] bytes) {
        PacketError error = name(identity.plugin, bytes);
        return error == PacketError.NONE ? name(identity.pluginTag, bytes) : error;
    }

    private PacketError type(byte[] bytes) {
        PacketError error = name(identity.type, bytes);
        identity.sources = error == PacketError.NONE ? types.find(bytes, parts.body(), parts.end() - 1) : null;
        return error;
    }

    private PacketError name(Name name, byte[] bytes) {
        int last = parts.end() - 1;
        boolean isText = last >= parts.body() && bytes[last] == 0 && name.set(bytes, parts.body(), last);
        return isText ? PacketError.NONE : PacketError.TEXT;
    }

    /** Ignores intervals, which the lines do not need. */
    private PacketError number(int type, long number) {
        if (type == PartType.SEVERITY) {
            severity = number;
            return PacketError.NONE;
        }
        boolean isGood = type == PartType.TIME
                ? identity.time(number)
                : type != PartType.TIME_HR || identity.highResolutionTime(number);
        return isGood ? PacketError.NONE : PacketError.TIME;
    }

    private PacketError values(byte[] bytes, long receivedNanos) {
        if (!values.wrap(bytes, parts.body(), parts.end())) {
            return PacketError.VALUES;
        }
        boolean isNamed = !identity.host.isEmpty() && !identity.plugin.isEmpty() && !identity.type.isEmpty();
        if (!isNamed || !isTimely(receivedNanos)) {
            refusePart(isNamed ? PacketError.STALE : PacketError.NAMELESS, bytes);
            return PacketError.NONE;
        }
        byte @Nullable [][] names = identity.sources;
        if (names == null || names.length != values.count()) {
            names = null;
            outlet.note(Outlet.UNKNOWN_TYPE, 1);
        }
        int leftOut = lines.write(identity, names, values);
        if (leftOut > 0) {
            outlet.note(Outlet.NOT_A_NUMBER, leftOut);
        }
        return PacketError.NONE;
    }

    private PacketError message(byte[] bytes, long receivedNanos) {
        int last = parts.end() - 1;
        if (last < parts.body() || bytes[last] != 0 || holdsNul(bytes, parts.body(), last)) {
            return PacketError.TEXT;
        }
        Severity known = Severity.of(severity);
        if (identity.host.isEmpty() || !isTimely(receivedNanos)) {
            refusePart(identity.host.isEmpty() ? PacketError.NAMELESS : PacketError.STALE, bytes);
        } else if (known == null) {
            refusePart(PacketError.SEVERITY, bytes);
        } else {
            lines.write(identity, known, bytes, parts.body(), last);
        }
        return PacketError.NONE;
    }

    private static boolean holdsNul(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a time among the parts between the indexes is within the window. If none is,
     * {@link #read} would reject all values. For parts that are not read yet.
     */
    boolean isTimely(byte[] bytes, int from, int to, long receivedNanos) {
        identity.clear();
        parts.wrap(bytes, from, to);
        while (parts.next()) {
            boolean isTime = parts.type() == PartType.TIME || parts.type() == PartType.TIME_HR;
            if (isTime
                    && parts.isNumber()
                    && number(parts.type(), parts.number()) == PacketError.NONE
                    && isTimely(receivedNanos)) {
                return true;
            }
        }
        return windowNanos == ANY_TIME;
    }

    private boolean isTimely(long receivedNanos) {
        return windowNanos == ANY_TIME
                || (identity.hasTime() && Math.abs(identity.nanos() - receivedNanos) <= windowNanos);
    }

    private void refusePart(PacketError why, byte[] bytes) {
        outlet.refuse(why, bytes, parts.start(), parts.end(), parts.start());
    }
}
