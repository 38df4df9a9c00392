package io.weir.dashboard.journal;

import io.weir.contract.alarm.ChatterTotal;
import io.weir.contract.alarm.Severity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How well the alarms of a period serve their operators, in the terms of ISA 18.2. The clock is that of
 * alarming's decisions.
 *
 * @param calls all calls of operators
 * @param severities the calls by severity
 * @param most the most calls in any ten minutes; null without calls
 * @param tens the calls in each ten minutes from the begin on; the last ones may be incomplete
 * @param floods those that began in the period, the latest first
 * @param floodMillis the time in floods
 * @param alarms the alarms that called most often, the first ones of all
 * @param rules the same of rules
 * @param chattered the alarms that chattered most, the first ones of all
 */
public record Indicators(
        long fromMillis,
        long toMillis,
        long calls,
        Map<Severity, Long> severities,
        @Nullable Most most,
        List<Long> tens,
        List<Flood> floods,
        long floodMillis,
        List<Caller> alarms,
        List<Caller> rules,
        List<Chattered> chattered) {

    /** Copies the collections. */
    public Indicators {
        severities = Map.copyOf(severities);
        tens = List.copyOf(tens);
        floods = List.copyOf(floods);
        alarms = List.copyOf(alarms);
        rules = List.copyOf(rules);
        chattered = List.copyOf(chattered);
    }

    /**
     * The most calls in ten minutes.
     *
     * @param millis the last of them
     */
    public record Most(long calls, long millis) {}

    /**
     * A flood: more than ten calls in ten minutes, until there are fewer than five.
     *
     * @param toMillis its end; null if it is not over
     * @param calls its calls, with those of the ten minutes before it
     * @param first the alarm that was the first of these calls
     */
    public record Flood(long fromMillis, @Nullable Long toMillis, long calls, String first) {}

    /**
     * What called operators.
     *
     * @param name the id of an alarm, or the name of a rule
     * @param rule the name of the rule
     */
    public record Caller(String name, String rule, long calls) {}

    /**
     * An alarm that chattered.
     *
     * @param raised how often it was raised in episodes of chattering
     * @param low the least value at which its condition changed; null without numbers
     * @param high the greatest one
     */
    public record Chattered(
            String alarm,
            long raised,
            @Nullable Double low,
            @Nullable Double high) {
        static Chattered of(ChatterTotal total) {
            return total.swing() == null
                    ? new Chattered(total.alarm(), total.raised(), null, null)
                    : new Chattered(
                            total.alarm(),
                            total.raised(),
                            total.swing().low(),
                            total.swing().high());
        }
    }
}
