package io.weir.query.prometheus;

import io.weir.query.naming.Selection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the measurement and the field in the name of a metric. Writers join both by an underscore, and leave out the field
 * {@value #VALUE} for Prometheus. The longest known measurement decides where a measurement ends, or if the selection names
 * the field, the longest one that is selected. Without a known one, the measurement ends before the first underscore for
 * which the selection has the field, or after the ending of a tier.
 */
final class MetricNames {
    private static final String VALUE = "value";
    private static final char JOINT = '_';
    private static final int MOST_JOINTS = 1_000;
    private static final Pattern NOT_ALLOWED = Pattern.compile("[^a-zA-Z0-9_:]");

    private final Selection selection;
    private final List<String> endings;
    private final boolean isKept;
    /** Known measurements, by their names in the store. */
    private final Map<String, String> known = new HashMap<>();

    /** A field of a measurement. */
    record Origin(String measurement, String field) {}

    /**
     * The metrics of fields.
     *
     * @param metrics names of metrics
     * @param isUnique whether no field has several metrics; otherwise one of them was chosen
     */
    record Fields(Map<Origin, String> metrics, boolean isUnique) {}

    /**
     * The named measurement takes precedence over others that Prometheus spells in the same way. Of the others, the one
     * with this very name does, or else the first in the order of names.
     *
     * @param measurements that are known; the one that the selection names is known in any case
     * @param isKept whether the store keeps the names of lines, as VictoriaMetrics does: all characters, and the field
     *     {@value #VALUE}
     */
    MetricNames(Selection selection, KnownMeasurements measurements, boolean isKept) {
        this.selection = selection;
        this.endings = measurements.endings();
        this.isKept = isKept;
        measurements.names().stream().sorted().forEach(each -> know(each, false));
        selection
                .possibleMeasurements()
                .filter(named -> named.size() == 1)
                .ifPresent(named -> know(named.get(0), !isKept));
    }

    /** @param isFirst whether the measurement takes precedence over others with the same spelling */
    private void know(String measurement, boolean isFirst) {
        Stream.concat(Stream.of(measurement), endings.stream().map(ending -> measurement + ending))
                .forEach(each -> {
                    known.put(each, each);
                    known.merge(allowed(each), each, (other, same) -> isFirst ? same : other);
                });
    }

    /** The name of a measurement in Prometheus, which has fewer characters. */
    static String allowed(String measurement) {
        return NOT_ALLOWED.matcher(measurement).replaceAll("_");
    }

    /** The fields that are selected. Names that a query cannot have, or that have very many joints, are left out. */
    Fields fields(List<String> names) {
        Map<Origin, String> metrics = new LinkedHashMap<>();
        boolean isUnique = true;
        for (String name : names) {
            Optional<Origin> origin = isReadable(name) ? origin(name) : Optional.empty();
            if (origin.isPresent()) {
                String other = metrics.putIfAbsent(origin.get(), name);
                isUnique &= other == null;
                metrics.computeIfPresent(origin.get(), (same, first) -> isWritten(same, name) ? name : first);
            }
        }
        return new Fields(metrics, isUnique);
    }

    /** A query cannot have some names; and each joint may be the end of a measurement. */
    private static boolean isReadable(String name) {
        return Selector.isText(name)
                && name.chars().filter(each -> each == JOINT).count() <= MOST_JOINTS;
    }

    /** Whether the writer gives this name to a field. */
    private boolean isWritten(Origin origin, String name) {
        return isKept
                ? name.equals(origin.measurement() + JOINT + origin.field())
                : name.equals(allowed(
                        origin.field().equals(VALUE)
                                ? origin.measurement()
                                : origin.measurement() + JOINT + origin.field()));
    }

    /** The field that a metric is, if it is selected. */
    Optional<Origin> origin(String name) {
        boolean isKnown = false;
        for (int end = name.length(); end > 0; end = name.lastIndexOf(JOINT, end - 1)) {
            String measurement = known.get(name.substring(0, end));
            boolean isWhole = end == name.length();
            if (measurement != null && (isWhole ? isValue(name) : end + 1 < name.length())) {
                Optional<Origin> found = selected(measurement, isWhole ? VALUE : name.substring(end + 1));
                if (found.isPresent() || !selection.namesField()) {
                    return found;
                }
                isKnown = true;
            }
        }
        return isKnown ? Optional.empty() : guessed(name);
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
        return isValue(name) ? selected(name, VALUE) : Optional.empty();
    }

    /** Whether the name may be that of a measurement: a store that keeps names has a field in each, if there is a joint. */
    private boolean isValue(String name) {
        int joint = name.indexOf(JOINT, 1);
        return !isKept || joint < 0 || joint + 1 == name.length();
    }

    private Optional<Origin> selected(String measurement, String field) {
        return selection.has(measurement, field) ? Optional.of(new Origin(measurement, field)) : Optional.empty();
    }
}
