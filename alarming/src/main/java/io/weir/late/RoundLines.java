package io.weir.late;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.Decimals;
import io.weir.contract.line.Series;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.query.series.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A round as canonical lines of the measurement {@code weir_late_RULE}, one for each series that is active or has
 * ended. Their tags are the labels of the result, their stamp is the time of the round. The field {@code held} has the
 * seconds for which the series is active, and -1 if it has ended; {@code value} has the result, if it is finite. The
 * same round always has the same lines, and the lines have all that the next round needs.
 */
public final class RoundLines {
    private static final String HELD = " " + LateAlarm.HELD + "=";
    private static final String VALUE = ",value=";
    private static final String NANOS_OF_MILLI = "000000";
    private static final long ENDED = -1;
    private static final long MILLIS = 1_000;
    private static final int MOST_REASON = 500;

    private RoundLines() {}

    /** Writes the lines, sorted by their labels. */
    public static List<String> write(String rule, Round round) {
        List<String> lines =
                new ArrayList<>(round.active().size() + round.ended().size());
        round.active().forEach((labels, since) -> {
            double value = round.values().getOrDefault(labels, Double.NaN);
            // Line protocol has neither NaN nor infinity.
            String shown = Double.isFinite(value) ? VALUE + Decimals.plain(value) : "";
            lines.add(line(rule, labels, (round.time() - since) / MILLIS, shown, round.time()));
        });
        round.ended().forEach(labels -> lines.add(line(rule, labels, ENDED, "", round.time())));
        return lines;
    }

    /**
     * Reads the lines of the round at the time. A value that is not finite becomes NaN.
     *
     * @param lines as written
     */
    public static Round read(long time, List<String> lines) {
        SortedMap<Labels, Long> active = new TreeMap<>();
        SortedMap<Labels, Double> values = new TreeMap<>();
        SortedSet<Labels> ended = new TreeSet<>();
        for (String line : lines) {
            int fields = line.lastIndexOf(HELD);
            int stamp = line.lastIndexOf(' ');
            int value = line.indexOf(VALUE, fields);
            Labels labels = Labels.of(
                    Series.parse(line.substring(0, fields).getBytes(UTF_8)).tags());
            long held = Long.parseLong(line, fields + HELD.length(), value < 0 ? stamp : value, 10);
            if (held == ENDED) {
                ended.add(labels);
            } else {
                active.put(labels, time - held * MILLIS);
                values.put(
                        labels,
                        value < 0 ? Double.NaN : Double.parseDouble(line.substring(value + VALUE.length(), stamp)));
            }
        }
        return new Round(time, active, values, ended);
    }

    /**
     * The line about a rule.
     *
     * @param unevaluated the time since which it is not evaluated, and the reason; empty if it is evaluated
     */
    static String status(String rule, String unevaluated, long now) {
        String text = unevaluated.length() > MOST_REASON ? unevaluated.substring(0, MOST_REASON) + "…" : unevaluated;
        String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s", " ");
        return LateAlarm.STATUS + "," + LateAlarm.RULE_TAG + "=" + rule + " " + LateAlarm.UNEVALUATED + "=\"" + escaped
                + "\" " + now + NANOS_OF_MILLI;
    }

    /** The series of a line that Weir wrote: the text before the first space that is not escaped. */
    static String seriesOf(String line) {
        int end = line.indexOf(' ');
        while (line.charAt(end - 1) == '\\') {
            end = line.indexOf(' ', end + 1);
        }
        return line.substring(0, end);
    }

    /** The series of a result. Throws {@link IllegalArgumentException} for labels that cannot be tags. */
    static Series series(String rule, Labels labels) {
        return new Series(LateAlarm.measurement(rule), new TreeMap<>(labels.toMap()));
    }

    private static String line(String rule, Labels labels, long held, String value, long time) {
        String series = new String(RoundLines.series(rule, labels).canonical(), UTF_8);
        return series + HELD + held + value + " " + time + NANOS_OF_MILLI;
    }
}
