package io.weir.standalone.top;

import io.weir.standalone.status.MeterReader;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Adds up by reason the lines that the services of all ports refused, dropped or lost. */
final class Losses {
    private static final Map<String, String> METERS = MeterReader.lossMeters();
    private static final Comparator<LossRow> FASTEST_FIRST = Comparator.comparingDouble(
                    (LossRow loss) -> loss.perSecond().orElse(0))
            .thenComparingLong(LossRow::total)
            .reversed()
            .thenComparing(LossRow::reason);

    private final Map<String, LossRow> byReason = new TreeMap<>();

    /**
     * Adds those of a port.
     *
     * @param before earlier meters of the port, for rates; empty at its first answer
     */
    void add(PortMeters meters, Optional<PortMeters> before) {
        meters.values().forEach((meter, count) -> {
            String words = METERS.get(meter.name());
            if (words == null || count <= 0) {
                return;
            }
            String labels = String.join(" ", new TreeMap<>(meter.labels()).values());
            String reason = labels.isEmpty() ? words : words + " " + labels;
            OptionalDouble perSecond = before.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(meters.perSecond(before.get(), meter::equals));
            byReason.merge(reason, new LossRow(reason, perSecond, Math.round(count)), Losses::sum);
        });
    }

    /** The sums, those that grow fastest first. */
    List<LossRow> rows() {
        return byReason.values().stream().sorted(FASTEST_FIRST).toList();
    }

    private static LossRow sum(LossRow one, LossRow other) {
        OptionalDouble perSecond =
                one.perSecond().isEmpty() && other.perSecond().isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                one.perSecond().orElse(0) + other.perSecond().orElse(0));
        return new LossRow(one.reason(), perSecond, one.total() + other.total());
    }
}
