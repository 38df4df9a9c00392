package io.weir.processing.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One series of one feed: the fields that remain under the rules of {@link FarmOracle}. */
final class OracleOutput {

    private static final long SECOND = 1_000_000_000;

    private final String measurement;
    private final boolean isLive;
    private final Points points;
    private final OracleClock clock = new OracleClock();
    private final Map<String, OracleHold> holds = new HashMap<>();
    private final Map<String, OracleSample> samples = new HashMap<>();

    /** Receives the remaining points. */
    interface Points {
        void point(String field, String value, long stamp);
    }

    OracleOutput(String measurement, boolean isLive, Points points) {
        this.measurement = measurement;
        this.isLive = isLive;
        this.points = points;
    }

    void add(Map<String, String> fields, long stamp, long receivedNanos) {
        clock.hear(stamp, receivedNanos);
        fields.forEach((field, value) -> {
            OracleHold hold = hold(field);
            OracleSample sample = hold == null ? sample(field) : null;
            if (hold != null) {
                hold.add(value, stamp, to(field));
            } else if (sample != null) {
                sample.add(value, stamp, to(field));
            } else {
                points.point(field, value, stamp);
            }
        });
    }

    /** Fields with a stamp too far in the future pass, and suppress no other value. */
    void addAhead(Map<String, String> fields, long stamp) {
        fields.forEach((field, value) -> points.point(field, value, stamp));
    }

    /** Advances log time to {@code logNanos}. */
    void pass(long logNanos) {
        samples.forEach((field, sample) -> sample.pass(clock.at(logNanos), to(field)));
    }

    private BiConsumer<String, Long> to(String field) {
        return (value, stamp) -> points.point(field, value, stamp);
    }

    private @Nullable OracleHold hold(String field) {
        if (field.equals("status") && !isLive) {
            return holds.computeIfAbsent(field, unseen -> new OracleHold(-1, 0, 5 * SECOND));
        }
        if (field.startsWith("temp_")) {
            return holds.computeIfAbsent(field, unseen -> new OracleHold(0.5, 0.05, Long.MAX_VALUE));
        }
        if (field.equals("value_max") && measurement.equals("cpu_1s") && isLive) {
            return holds.computeIfAbsent(field, unseen -> new OracleHold(5, 0, Long.MAX_VALUE));
        }
        return null;
    }

    private @Nullable OracleSample sample(String field) {
        if (isLive) {
            return measurement.equals("cpu")
                    ? samples.computeIfAbsent(field, unseen -> new OracleSample(2 * SECOND))
                    : null;
        }
        if (measurement.equals("link_peers")) {
            return samples.computeIfAbsent(field, unseen -> new OracleSample(5 * SECOND));
        }
        return field.equals("beat") ? samples.computeIfAbsent(field, unseen -> new OracleSample(3 * SECOND)) : null;
    }
}
