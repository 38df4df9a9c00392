package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of new series of a source and of a measurement. A tag that never repeats a
 * value then stops only the new series of its sender; known series continue. For senders without an
 * address only the budgets of measurements apply.
 *
 * <p>Budgets are reset every hour, so that series that are no longer sent do not use them
 * permanently. When a table of known series is cleared, active series must be learnt again. Budgets
 * of which less than a tenth is used are then reset. Others keep their count, because a tag that
 * fills the table would otherwise never be stopped. Thread-safe. Used for new series only.
 */
public final class SeriesBudgets {
    /** Rejection reason of a line: its source has brought too many new series. */
    public static final String SOURCE = "series-budget-source";
    /** Rejection reason of a line: its measurement has too many new series. */
    public static final String MEASUREMENT = "series-budget-measurement";

    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Sources sources;
    private final int mostOfSource;
    private final int mostOfMeasurement;
    private final MeasurementBudget measurements;
    private final AtomicInteger startedOver = new AtomicInteger();
    private final NearLimits near = new NearLimits();

    /** The first budget must equal the one that {@code sources} was created with. */
    public SeriesBudgets(Sources sources, int mostOfSource, int mostOfMeasurement) {
        this.sources = sources;
        this.mostOfSource = mostOfSource;
        this.mostOfMeasurement = mostOfMeasurement;
        this.measurements = new MeasurementBudget(mostOfMeasurement);
    }

    /**
     * Takes a new series from both budgets and returns null; or takes nothing and returns the
     * reason. A long series counts several times.
     *
     * @param from begin of the series and its measurement
     * @param to end of the measurement
     * @param length length of the series
     */
    public @Nullable String take(SourceAddress source, byte[] bytes, int from, int to, int length, long nowNanos) {
        SeriesEpoch epoch = epoch(nowNanos);
        int cost = SeriesCost.of(length);
        // A Unix socket or a topic carries data of many senders.
        boolean isSource = !source.isLocal();
        int ofSource = isSource ? sources.takeSeries(source, cost, nowNanos, epoch) : 0;
        if (isSource && ofSource == 0) {
            return SOURCE;
        }
        int ofMeasurement = measurements.take(bytes, from, to, cost, epoch);
        if (ofMeasurement == 0) {
            if (isSource) {
                sources.giveSeriesBack(source, cost, nowNanos);
            }
            return MEASUREMENT;
        }
        if (hasReached(eighty(mostOfSource), ofSource, cost)) {
            near.add("source " + SourceAddress.text(source.high(), source.low()) + " (" + ofSource + " of "
                    + mostOfSource + ")");
        }
        if (hasReached(eighty(mostOfMeasurement), ofMeasurement, cost)) {
            near.add("measurement " + new String(bytes, from, to - from, UTF_8) + " (" + ofMeasurement + " of "
                    + mostOfMeasurement + ")");
        }
        return null;
    }

    /**
     * Whether the source has used a tenth of its budget or more; without an address, the
     * measurement. A series then costs budget even if it cannot be cached. Below a tenth it costs
     * nothing, because it would cost budget with each of its lines.
     */
    public boolean hasBroughtMany(SourceAddress source, byte[] bytes, int from, int to, long nowNanos) {
        SeriesEpoch epoch = epoch(nowNanos);
        return source.isLocal()
                ? measurements.hasBroughtMany(bytes, from, to, epoch)
                : sources.hasBroughtMany(source, nowNanos, epoch);
    }

    private SeriesEpoch epoch(long nowNanos) {
        return new SeriesEpoch((int) Math.floorDiv(nowNanos, HOUR_NANOS), startedOver.get());
    }

    /** Records that a table of known series was cleared. */
    public void startOver() {
        startedOver.incrementAndGet();
    }

    /** Number of budgets that have reached 80 % so far. */
    public long nearlyUsedUp() {
        return near.total();
    }

    /** Description of the budgets that have reached 80 % since the previous call. */
    public Optional<String> nextNearlyUsedUp() {
        return near.next();
    }

    /** Whether the last series is the one that reached this part of the budget. */
    private static boolean hasReached(int part, int used, int cost) {
        return used >= part && used - cost < part;
    }

    private static int eighty(int most) {
        return most - most / 5;
    }
}
