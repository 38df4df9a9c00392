package io.weir.standalone.status;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.weir.contract.alarm.Severity;
import io.weir.standalone.status.Reading.Latency;
import io.weir.standalone.status.Reading.Target;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Reads the meters of this process from its registry, without involving its services. */
public final class MeterReader {

    static final String RECEIVED = "weir.gateway.lines";
    static final String PROCESSED = "weir.processing.metrics";
    static final String STORED = "weir.writer.lines.stored";
    static final String LATENCY = "weir.writer.latency";
    static final String ACTIVE = "weir.alarming.active";

    private final MeterRegistry registry;

    /** @param registry read again for each reading */
    public MeterReader(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Reads the current meters. */
    public Reading read(long nowNanos) {
        Map<String, Long> counts = new TreeMap<>();
        SortedMap<String, Target> targets = new TreeMap<>();
        Map<String, Long> losses = new TreeMap<>();
        Map<Severity, Long> alarms = new EnumMap<>(Severity.class);
        registry.forEachMeter(meter -> {
            if (meter instanceof Timer || !meter.getId().getName().startsWith("weir")) {
                return;
            }
            long value = value(meter);
            String target = meter.getId().getTag("target");
            if (target == null) {
                counts.merge(meter.getId().getName(), value, Long::sum);
            } else if (meter.getId().getName().equals(STORED)) {
                targets.put(target, new Target(value, latency(target)));
            }
            Loss.add(meter, value, losses);
            if (meter.getId().getName().equals(ACTIVE) && value > 0) {
                alarms.put(Severity.valueOf(meter.getId().getTag("severity")), value);
            }
        });
        return new Reading(
                nowNanos,
                counts.getOrDefault(RECEIVED, 0L),
                counts.getOrDefault(PROCESSED, 0L),
                targets,
                losses,
                alarms);
    }

    /** Meters of losses, by their Prometheus names, with words for people. */
    public static Map<String, String> lossMeters() {
        return Loss.ALL.stream()
                .collect(Collectors.toMap(loss -> loss.meter().replace('.', '_') + "_total", Loss::words));
    }

    private Latency latency(String target) {
        Timer timer = registry.find(LATENCY)
                .tag("from", "receipt")
                .tag("target", target)
                .timer();
        if (timer == null) {
            return Latency.NONE;
        }
        double p50 = 0;
        double p99 = 0;
        for (ValueAtPercentile at : timer.takeSnapshot().percentileValues()) {
            p50 = at.percentile() == 0.5 ? at.value(TimeUnit.MILLISECONDS) : p50;
            p99 = at.percentile() == 0.99 ? at.value(TimeUnit.MILLISECONDS) : p99;
        }
        return new Latency(p50, p99);
    }

    /** The value of a counter or gauge, which have one measurement each. */
    private static long value(Meter meter) {
        return (long) meter.measure().iterator().next().getValue();
    }
}
