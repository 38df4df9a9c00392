package io.weir.gateway.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many new series a source and a measurement may bring: a tag that never has the same value twice stops its sender's new
 * series, and nothing else. Series that are known go on. Who has no address has the budgets of measurements only.
 *
 * <p>Budgets are full again every hour, so those that have died hold none for ever. When a table of known series starts over, those
 * that live must be learnt again: so who has used less than a tenth begins anew then. The others keep what they have used, or a tag
 * that fills the table would never be stopped. Thread-safe; touched for new series only.
 */
public final class SeriesBudgets {
    /** Why a line was refused: its source has brought too many series. */
    public static final String SOURCE = "series-budget-source";
    /** Why a line was refused: its measurement has too many series. */
    public static final String MEASUREMENT = "series-budget-measurement";

    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Sources sources;
    private final int mostOfSource;
    private final int mostOfMeasurement;
    private final MeasurementBudget measurements;
    private final AtomicInteger startedOver = new AtomicInteger();
    private final NearLimits near = new NearLimits();

    /** The first budget must be the one that {@code sources} were told. */
    public SeriesBudgets(Sources sources, int mostOfSource, int mostOfMeasurement) {
        this.sources = sources;
        this.mostOfSource = mostOfSource;
        this.mostOfMeasurement = mostOfMeasurement;
        this.measurements = new MeasurementBudget(mostOfMeasurement);
    }

    /** Takes a new series out of both budgets; or takes none, and says why. The measurement lies from {@code from} to {@code to}. */
    public @Nullable String take(SourceAddress source, byte[] bytes, int from, int to, long nowNanos) {
        SeriesEpoch epoch = epoch(nowNanos);
        boolean isSource = !source.isLocal(); // A Unix socket or a topic stands for many senders.
        int ofSource = isSource ? sources.takeSeries(source, nowNanos, epoch) : 0;
        if (isSource && ofSource == 0) {
            return SOURCE;
        }
        int ofMeasurement = measurements.take(bytes, from, to, epoch);
        if (ofMeasurement == 0) {
            if (isSource) {
                sources.giveSeriesBack(source, nowNanos);
            }
            return MEASUREMENT;
        }
        if (ofSource == eighty(mostOfSource)) {
            near.add("source " + SourceAddress.text(source.high(), source.low()) + " (" + ofSource + " of "
                    + mostOfSource + ")");
        }
        if (ofMeasurement == eighty(mostOfMeasurement)) {
            near.add("measurement " + new String(bytes, from, to - from, UTF_8) + " (" + ofMeasurement + " of "
                    + mostOfMeasurement + ")");
        }
        return null;
    }

    /**
     * Whether the source, or the measurement of who has no address, has used a tenth of its budget or more: then a series costs
     * budget also when there is no room to remember it. Of the small it does not, as it would with each of its lines.
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

    /** A table of known series knows nothing any more. */
    public void startOver() {
        startedOver.incrementAndGet();
    }

    /** How many budgets have been used to 80 % so far. */
    public long nearlyUsedUp() {
        return near.total();
    }

    /** The budgets that have been used to 80 % since this was asked last, in words. */
    public Optional<String> nextNearlyUsedUp() {
        return near.next();
    }

    private static int eighty(int most) {
        return most - most / 5;
    }
}
