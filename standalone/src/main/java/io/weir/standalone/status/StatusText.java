package io.weir.standalone.status;

import io.weir.contract.alarm.Severity;
import io.weir.standalone.status.Reading.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats readings as text. Pure; {@link Layout} arranges the parts in lines. */
final class StatusText {

    /** Worst first. */
    private static final List<Severity> SEVERITIES = List.of(Severity.MAJOR, Severity.MINOR, Severity.INVALID);

    /** The latency from which a store counts as lagging: far above the usual latency of a write. */
    private static final double LAG_MILLIS = 5_000;

    private StatusText() {}

    /**
     * The parts to show during the start.
     *
     * @param step the part that is being started
     * @param waiting the services that are not ready, and why
     */
    static List<String> starting(String step, long seconds, List<String> waiting) {
        List<String> parts = new ArrayList<>();
        parts.add("starting " + step + ", " + seconds + " s");
        parts.addAll(waiting);
        return parts;
    }

    /**
     * The rates between two readings, the losses since the start, and the services that are not
     * ready.
     */
    static List<String> flowing(Reading before, Reading now, List<String> waiting) {
        long nanos = now.nanos() - before.nanos();
        List<String> parts = new ArrayList<>();
        parts.add("in " + RateText.of(now.received() - before.received(), nanos));
        parts.add("processed " + RateText.of(now.processed() - before.processed(), nanos));
        parts.add("stored " + stored(before, now, Reading.MAIN));
        Latency latency = now.target(Reading.MAIN).latency();
        if (latency.p99Millis() > 0) {
            parts.add(latency(latency));
        }
        now.targets().keySet().stream()
                .filter(target -> !target.equals(Reading.MAIN))
                .forEach(target -> parts.add(target + " " + stored(before, now, target)));
        parts.add(alarms(now.alarms()));
        String prefix = "lost: ";
        for (Map.Entry<String, Long> loss : now.losses().entrySet()) {
            parts.add(prefix + loss.getValue() + " " + loss.getKey());
            prefix = "";
        }
        parts.addAll(waiting);
        return parts;
    }

    /** The rate, and the median latency of the last minute if the store lags. */
    private static String stored(Reading before, Reading now, String target) {
        long lines = now.target(target).stored() - before.target(target).stored();
        double p50Millis = now.target(target).latency().p50Millis();
        return RateText.of(lines, now.nanos() - before.nanos())
                + (p50Millis < LAG_MILLIS ? "" : String.format(Locale.ROOT, ", lag %.0f s", p50Millis / 1_000));
    }

    private static String latency(Latency latency) {
        return String.format(Locale.ROOT, "latency p50 %.0f p99 %.0f ms", latency.p50Millis(), latency.p99Millis());
    }

    private static String alarms(Map<Severity, Long> alarms) {
        List<String> counts = new ArrayList<>();
        for (Severity severity : SEVERITIES) {
            Long count = alarms.get(severity);
            if (count != null) {
                counts.add(count + " " + severity.name().toLowerCase(Locale.ROOT));
            }
        }
        return counts.isEmpty() ? "no alarms" : "alarms " + String.join(", ", counts);
    }
}
