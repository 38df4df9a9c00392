package io.weir.gateway.limit;

import java.util.function.LongSupplier;

/** What senders may send, and what they have sent so far; one for all inputs of a gateway. Thread-safe. */
public record Limits(AllowList allowed, LineLimits lines, Sources sources, SeriesBudgets series) {
    /** {@code clock} in nanoseconds since whenever; one that never steps. */
    public static Limits of(LimitSettings settings, LongSupplier clock) {
        Sources sources = new Sources(
                new SourceSettings(settings.sources(), settings.linesOfSource(), settings.seriesOfSource()), clock);
        return new Limits(
                new AllowList(settings.allowed()),
                settings.lines(),
                sources,
                new SeriesBudgets(sources, settings.seriesOfSource(), settings.seriesOfMeasurement()));
    }
}
