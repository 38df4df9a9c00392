package io.weir.contract.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Durations as users write them: {@code 500ms 10s 5m 1h 7d 2y}. A year has 365 days. */
public final class Durations {
    /** The longest accepted duration, so that {@link Duration#toNanos()} never overflows. */
    private static final Duration LONGEST = Duration.ofDays(290 * 365L);

    private static final Map<String, Long> MILLIS_PER_UNIT = new LinkedHashMap<>();

    static {
        MILLIS_PER_UNIT.put("y", 365 * 86_400_000L);
        MILLIS_PER_UNIT.put("d", 86_400_000L);
        MILLIS_PER_UNIT.put("h", 3_600_000L);
        MILLIS_PER_UNIT.put("m", 60_000L);
        MILLIS_PER_UNIT.put("s", 1_000L);
        MILLIS_PER_UNIT.put("ms", 1L);
    }

    private Durations() {}

    /** @throws Refusal if the text is not a duration */
    public static Duration parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        Long unitMillis = MILLIS_PER_UNIT.get(text.substring(digits));
        if (digits == 0 || unitMillis == null) {
            String meant = digits > 0 && digits == text.length()
                    ? "did you mean " + text + "s?"
                    : "such as 500ms, 10s, 5m, 1h, 7d or 2y";
            throw new Refusal("must be a duration, was " + Refusal.quote(text), meant);
        }
        // With twelve digits, no unit overflows a long of milliseconds.
        if (digits > 12 || Long.parseLong(text.substring(0, digits)) > LONGEST.toMillis() / unitMillis) {
            throw new Refusal("must be at most 290y, was " + Refusal.quote(text), "");
        }
        return Duration.ofMillis(Long.parseLong(text.substring(0, digits)) * unitMillis);
    }

    /**
     * Formats in the largest unit that divides it; the inverse of {@link #parse}. Fractions of a
     * millisecond are cut off.
     */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        for (Map.Entry<String, Long> unit : MILLIS_PER_UNIT.entrySet()) {
            if (millis != 0 && millis % unit.getValue() == 0) {
                return millis / unit.getValue() + unit.getKey();
            }
        }
        return "0s";
    }
}
