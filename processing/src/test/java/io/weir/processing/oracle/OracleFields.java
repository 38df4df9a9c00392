package io.weir.processing.oracle;

import java.util.Map;
import java.util.TreeMap;

/**
 * The results of {@code convert} and {@code derive} of {@link FarmOracle} for the lines of a
 * series.
 */
final class OracleFields {

    private static final Map<String, String> MODES = Map.of("0", "\"idle\"", "1", "\"runs-on\"", "true", "\"yes\"");
    private static final Map<String, String> STATES = Map.of("\"RUN\"", "1i", "\"STOP\"", "2i");

    private final OracleSteps meter = new OracleSteps(OracleSteps.Kind.DIFFERENCE);
    private final OracleSteps rate = new OracleSteps(OracleSteps.Kind.RATE);
    private final OracleSteps increment = new OracleSteps(OracleSteps.Kind.INCREMENT);
    private final OracleChange status = new OracleChange();
    private final OracleTrend volts = new OracleTrend(8_000_000_000L);

    /**
     * The fields of a line, by name.
     *
     * @param isAhead whether its stamp is too far in the future to change what is remembered
     */
    Map<String, String> of(Sent sent, boolean isAhead) {
        Map<String, String> all = new TreeMap<>(sent.fields());
        all.computeIfPresent(
                "kb",
                (field, value) -> OracleNumber.isNumber(value) ? spell(OracleNumber.number(value) * 1024 + 1) : value);
        all.computeIfPresent("state", (field, value) -> STATES.getOrDefault(value, "-1i"));
        all.computeIfPresent("mode", (field, value) -> MODES.get(value.replaceAll("(\\.0|[iu])$", "")));
        if (!isAhead) {
            derive(all, sent.stamp());
        }
        return all;
    }

    private void derive(Map<String, String> all, long stamp) {
        String bytes = all.get("bytes");
        if (bytes != null) {
            rate.add(bytes, stamp).ifPresent(value -> all.put("bytes_rate", spell(value)));
            increment.add(bytes, stamp).ifPresent(value -> all.put("bytes_increment", spell(value)));
        }
        String state = all.get("status");
        if (state != null) {
            status.add(state, stamp).ifPresent(value -> all.put("status_since_change", spell(value)));
        }
        String level = all.get("volts");
        if (level != null && volts.add(OracleNumber.number(level), stamp)) {
            all.put("volts_trend", spell(60 * volts.slope()));
            all.put("volts_time_until", spell(volts.until(60_000)));
        }
        String metered = all.get("meter");
        if (metered != null) {
            meter.add(metered, stamp).ifPresent(difference -> {
                all.put("meter_difference", spell(difference));
                all.put("meter_scaled", spell(2 * difference + OracleNumber.number(metered)));
            });
        }
    }

    private static String spell(double value) {
        return Double.toString(value);
    }
}
