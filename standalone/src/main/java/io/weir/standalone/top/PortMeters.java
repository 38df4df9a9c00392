package io.weir.standalone.top;

import io.weir.standalone.meter.MeterSample;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Weir's meters on the page of one port.
 *
 * @param nanos when they were read, by {@link System#nanoTime}
 * @param values without those that are not numbers
 */
record PortMeters(long nanos, Map<Key, Double> values) {
    private static final String PREFIX = "weir_";

    /** A meter with its labels. */
    record Key(String name, Map<String, String> labels) {
        boolean isNamed(String expected) {
            return name.equals(expected);
        }
    }

    static PortMeters parse(String page, long nanos) {
        Map<Key, Double> values = new HashMap<>();
        MeterSample.all(page, PREFIX)
                .filter(sample -> !Double.isNaN(sample.value()))
                .forEach(sample -> values.put(new Key(sample.name(), sample.labels()), sample.value()));
        return new PortMeters(nanos, values);
    }

    /** Whether a meter with this name exists. */
    boolean has(String name) {
        return values.keySet().stream().anyMatch(meter -> meter.isNamed(name));
    }

    /**
     * How fast the selected counters grow together, per second.
     *
     * @param before an earlier page of the same port
     */
    double perSecond(PortMeters before, Predicate<Key> selection) {
        double growth = 0;
        for (Key counter : values.keySet()) {
            if (selection.test(counter)) {
                growth += growth(before, counter);
            }
        }
        return nanos <= before.nanos ? 0 : growth * TimeUnit.SECONDS.toNanos(1) / (nanos - before.nanos);
    }

    /**
     * How much a counter has grown. One that is smaller than before began again at 0, because its
     * service was restarted. One that is new began at 0 too.
     */
    double growth(PortMeters before, Key counter) {
        double now = values.getOrDefault(counter, 0.0);
        double earlier = before.values.getOrDefault(counter, 0.0);
        return now >= earlier ? now - earlier : now;
    }
}
