package io.weir.gateway.limit;

import java.util.function.LongSupplier;

/**
 * The limits of senders and their current use. All inputs of a gateway without limits of their own
 * share one instance. Thread-safe.
 */
public record Limits(
        LimitSettings settings, AllowList allowed, LineLimits lines, Sources sources, SeriesBudgets series) {
    /** {@code clock} must be monotonic, in nanoseconds since an arbitrary origin. */
    public static Limits of(LimitSettings settings, LongSupplier clock) {
        Sources sources = new Sources(
                new SourceSettings(settings.sources(), settings.linesOfSource(), settings.seriesOfSource()), clock);
        return new Limits(
                settings,
                new AllowList(settings.allowed()),
                settings.lines(),
                sources,
                new SeriesBudgets(sources, settings.seriesOfSource(), settings.seriesOfMeasurement()));
    }

    /**
     * The limits of an input with its own settings. If the budgets are equal, a source has one
     * budget and one entry for both. If they differ, it gets a separate budget for this input.
     */
    public Limits ofInput(LimitSettings own, LongSupplier clock) {
        return own.hasBudgetsOf(settings)
                ? new Limits(own, new AllowList(own.allowed()), own.lines(), sources, series)
                : of(own, clock);
    }
}
