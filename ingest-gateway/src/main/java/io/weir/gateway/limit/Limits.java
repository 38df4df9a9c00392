package io.weir.gateway.limit;

import java.util.function.LongSupplier;

/** What senders may send, and what they have sent so far; one for all inputs of a gateway that have no other. Thread-safe. */
public record Limits(
        LimitSettings settings, AllowList allowed, LineLimits lines, Sources sources, SeriesBudgets series) {
    /** {@code clock} in nanoseconds since whenever; one that never steps. */
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
     * Those of an input with settings of its own. A source has one budget for both, and one place among the sources; unless a budget is
     * another by these settings: then it has one more for what it sends to that input.
     */
    public Limits ofInput(LimitSettings own, LongSupplier clock) {
        return own.hasBudgetsOf(settings)
                ? new Limits(own, new AllowList(own.allowed()), own.lines(), sources, series)
                : of(own, clock);
    }
}
