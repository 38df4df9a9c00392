package io.weir.query.prometheus;

import io.weir.query.naming.Selection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the measurement and the field in the name of a metric. Writers join both by an underscore, and leave out the field
 * {@value #VALUE} for Prometheus. Known measurements decide where a measurement ends; otherwise it ends before the first
 * underscore for which the selection has the field, or after the ending of a tier.
 */
final class MetricNames {
    private static final String VALUE = "value";
    private static final char JOINT = '_';
    private static final Pattern NOT_ALLOWED = Pattern.compile("[^a-zA-Z0-9_:]");

    private final Selection selection;
    private final List<String> endings;
    /** Known measurements, by their names in the store. */
    private final Map<String, String> known = new HashMap<>();

    /** A field of a measurement. */
    record Origin(String measurement, String field) {}

    /** @param measurements that are known; the ones that the selection names are known in any case */
    MetricNames(Selection selection, KnownMeasurements measurements) {
        this.selection = selection;
        this.endings = measurements.endings();
        measurements.names().forEach(this::know);
        selection.possibleMeasurements().filter(named -> named.size() == 1).ifPresent(named -> know(named.get(0)));
    }

    private void know(String measurement) {
        add(measurement);
        endings.forEach(ending -> add(measurement + ending));
    }

    private void add(String measurement) {
        known.put(measurement, measurement);
        known.putIfAbsent(allowed(measurement), measurement);
    }

    /** The name of a measurement in Prometheus, which has fewer characters. */
    static String allowed(String measurement) {
        return NOT_ALLOWED.matcher(measurement).replaceAll("_");
    }

    /** The field that a metric is, if it is selected. */
    Optional<Origin> origin(String name) {
        String whole = known.get(name);
        if (whole != null) {
            return selected(whole, VALUE);
        }
        for (int at = name.lastIndexOf(JOINT); at > 0; at = name.lastIndexOf(JOINT, at - 1)) {
            String measurement = known.get(name.substring(0, at));
            if (measurement != null && at + 1 < name.length()) {
                return selected(measurement, name.substring(at + 1));
            }
        }
        return guessed(name);
    }

    private Optional<Origin> guessed(String name) {
        for (String ending : endings) {
            int end = name.indexOf(allowed(ending) + JOINT, 1) + ending.length();
            if (end > ending.length() && end + 1 < name.length()) {
                return selected(name.substring(0, end - ending.length()) + ending, name.substring(end + 1));
            }
        }
        for (int at = name.indexOf(JOINT, 1); at > 0 && at + 1 < name.length(); at = name.indexOf(JOINT, at + 1)) {
            Optional<Origin> found = selected(name.substring(0, at), name.substring(at + 1));
            if (found.isPresent()) {
                return found;
            }
        }
        return selected(name, VALUE);
    }

    private Optional<Origin> selected(String measurement, String field) {
        return selection.has(measurement, field) ? Optional.of(new Origin(measurement, field)) : Optional.empty();
    }
}
