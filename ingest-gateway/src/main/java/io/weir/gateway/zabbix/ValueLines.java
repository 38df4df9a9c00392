package io.weir.gateway.zabbix;

import io.weir.contract.line.LineError;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineRoom;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.NumberText;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.path.KnownPaths;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Writes values as lines, and hands them over in portions. Allocates nothing for a known series.
 * Belongs to one thread.
 */
final class ValueLines {
    private static final int PORTION_BYTES = 64 << 10;
    private static final int MOST_NANOS_DIGITS = 9;
    /** The timestamp of a value that has none. */
    private static final long NOW = 0;

    private final LineIntake lines;
    private final KnownPaths paths;
    private final ActiveChecks checks;
    private final LineSpeller spelled = new LineSpeller(PORTION_BYTES);
    private final ByteText series = new ByteText(512);
    private final LineRoom room = new LineRoom();
    private SocketAddress source = new InetSocketAddress(0);
    private long receivedNanos;
    private String requestHost = "";
    private int taken;

    ValueLines(LineIntake lines, ItemSettings settings, ActiveChecks checks) {
        this.lines = lines;
        this.paths = new KnownPaths(settings.templates(), text -> ItemKey.read(text, settings.parameters()));
        this.checks = checks;
    }

    /** Starts the values of a message of this length; {@code host} is that of values without one. */
    void begin(int messageBytes, String host, SocketAddress sender, long nanos) {
        room.begin(messageBytes);
        requestHost = host;
        source = sender;
        receivedNanos = nanos;
        taken = 0;
    }

    /** Adds the line of a value, or returns why there is none. */
    ZabbixError add(ItemValue value) {
        ByteText text = value.text(Part.VALUE);
        ZabbixError error = room.isUsedUp() ? ZabbixError.LINES_TOO_LONG : check(value, text);
        if (error != ZabbixError.NONE) {
            return error;
        }
        long nanos = nanos(value);
        if (nanos == SecondsText.BAD || nanos == SecondsText.FAR) {
            return nanos == SecondsText.FAR ? ZabbixError.FAR_CLOCK : ZabbixError.BAD_CLOCK;
        }
        int lineFrom = spelled.length();
        error = beginLine(value);
        if (error == ZabbixError.NONE) {
            endLine(text, nanos);
            room.take(spelled.length() - lineFrom);
            if (spelled.length() > PORTION_BYTES) {
                handOver();
            }
        }
        return error;
    }

    private ZabbixError check(ItemValue value, ByteText text) {
        if (!value.has(Part.VALUE)) {
            return value.isBad(Part.VALUE) ? ZabbixError.BAD_VALUE : ZabbixError.NO_VALUE;
        }
        ByteText state = value.text(Part.STATE);
        if (state.length() == 1 && state.bytes()[0] == '1') {
            return ZabbixError.NOT_SUPPORTED;
        }
        if (value.isBad(Part.NANOS) || !isWithinSecond(value.text(Part.NANOS))) {
            return ZabbixError.BAD_NANOS;
        }
        LineError number = FloatText.error(text.bytes(), 0, text.length());
        return number == LineError.NOT_FINITE
                ? ZabbixError.NOT_FINITE
                : number == LineError.NUMBER_OUT_OF_RANGE ? ZabbixError.OUT_OF_RANGE : ZabbixError.NONE;
    }

    /** Whether these are nanoseconds of a second, or there are none. */
    private static boolean isWithinSecond(ByteText nanos) {
        if (nanos.length() == 0) {
            return true;
        }
        boolean isShort = nanos.length() <= MOST_NANOS_DIGITS && nanos.bytes()[0] != '-';
        return isShort && NumberText.isInteger(nanos.bytes(), 0, nanos.length());
    }

    /** The timestamp, {@link #NOW}, {@link SecondsText#BAD} or {@link SecondsText#FAR}. */
    private static long nanos(ItemValue value) {
        if (!value.has(Part.CLOCK)) {
            return value.isBad(Part.CLOCK) ? SecondsText.BAD : NOW;
        }
        ByteText clock = value.text(Part.CLOCK);
        long nanos = SecondsText.nanos(clock.bytes(), 0, clock.length());
        if (nanos == SecondsText.FAR) {
            return nanos;
        }
        ByteText digits = value.text(Part.NANOS);
        long more = NumberText.integer(digits.bytes(), 0, digits.length());
        return nanos > 0 ? nanos + more : SecondsText.BAD;
    }

    private ZabbixError beginLine(ItemValue value) {
        series.clear();
        ByteText host = value.text(Part.HOST);
        if (host.length() > 0) {
            series.append(host.bytes(), 0, host.length());
        } else if (!value.isBad(Part.HOST)) {
            series.append(requestHost);
        }
        if (series.length() == 0) {
            return ZabbixError.NO_HOST;
        }
        series.append(ItemKey.SEPARATOR);
        ByteText key = value.text(Part.KEY);
        if (key.length() > 0) {
            series.append(key.bytes(), 0, key.length());
        } else if (value.isBad(Part.KEY) || !value.has(Part.ITEM)) {
            return ZabbixError.NO_KEY;
        } else if (!checks.appendKey(value.text(Part.ITEM), series)) {
            return ZabbixError.UNKNOWN_ITEM;
        }
        return ZabbixError.of(paths.begin(series.bytes(), 0, series.length(), spelled));
    }

    private void endLine(ByteText text, long nanos) {
        if (FloatText.error(text.bytes(), 0, text.length()) == LineError.NONE) {
            FloatText.write(text.bytes(), 0, text.length(), spelled);
        } else {
            spelled.text(text.bytes(), 0, text.length()); // JSON is UTF-8 here, so it is valid.
        }
        if (nanos == NOW) {
            spelled.endLine();
        } else {
            spelled.endLine(nanos);
        }
    }

    /** Refuses bytes that are not a value. */
    void refuse(ZabbixError error, byte[] bytes, int from, int to, int at) {
        lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
    }

    /** Hands over the lines so far. Returns the number of values that were accepted since the start. */
    int handOver() {
        taken += lines.lines(
                spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        spelled.clear();
        return taken;
    }
}
