package io.weir.processing.oracle;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A deadband of one field: a list of the stretches of time for which a reader holds a value. */
public final class OracleHold {

    private static final int REMEMBERED = 4;

    private final BigDecimal absolute;
    private final BigDecimal share;
    private final long heartbeatNanos;

    /** The newest first. */
    private final List<Stretch> stretches = new ArrayList<>();

    private record Stretch(String value, long since, long until) {
        boolean hasLeftOut() {
            return until > since;
        }
    }

    /** @param absolute below zero for no band: only values that are spelled alike are suppressed */
    public OracleHold(double absolute, double share, long heartbeatNanos) {
        this.absolute = new BigDecimal(absolute);
        this.share = new BigDecimal(share);
        this.heartbeatNanos = heartbeatNanos;
    }

    /** Passes a value; {@code out} receives what is let through. */
    public void add(String value, long stamp, BiConsumer<String, Long> out) {
        int at = 0;
        while (at < stretches.size() && stamp < stretches.get(at).since) {
            at++;
        }
        if (at == stretches.size()) {
            out.accept(value, stamp);
            if (stretches.isEmpty()) {
                stretches.add(new Stretch(value, stamp, stamp));
            }
            return;
        }
        Stretch held = stretches.get(at);
        boolean isInTime = at == 0 ? stamp - held.since < heartbeatNanos : stamp <= held.until;
        if (isInTime && isLike(held.value, value)) {
            stretches.set(at, new Stretch(held.value, held.since, Math.max(held.until, stamp)));
            return;
        }
        out.accept(value, stamp);
        if (at == 0 && stamp >= held.until) {
            stretches.set(0, new Stretch(held.value, held.since, Math.min(held.until, stamp - 1)));
            if (!stretches.get(0).hasLeftOut()) {
                stretches.remove(0);
            }
            stretches.add(0, new Stretch(value, stamp, stamp));
        } else if (stamp <= held.until) {
            if (stamp < held.until) {
                out.accept(held.value, stamp + 1);
            }
            stretches.set(at, new Stretch(held.value, stamp + 1, held.until));
            Stretch before = new Stretch(held.value, held.since, stamp - 1);
            if (before.hasLeftOut()) {
                stretches.add(at + 1, before);
            }
        }
        if (stretches.size() > REMEMBERED) {
            stretches.remove(REMEMBERED);
        }
    }

    private boolean isLike(String held, String value) {
        boolean isBanded = absolute.signum() >= 0 && isNumber(held) && isNumber(value);
        if (!isBanded || held.endsWith("i") != value.endsWith("i")) {
            return held.equals(value);
        }
        BigDecimal band = absolute.max(share.multiply(number(held).abs()));
        return number(held).subtract(number(value)).abs().compareTo(band) <= 0;
    }

    private static boolean isNumber(String value) {
        return value.matches("-?[0-9.]+i?");
    }

    /** Exact, because integers are small here. */
    private static BigDecimal number(String value) {
        return new BigDecimal(Double.parseDouble(value.replace("i", "")));
    }
}
