package io.weir.gateway;

import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.SourceFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells which sources send most, which are in trouble, and whose budgets are nearly used up. */
final class SourceReport {
    private static final int NAMED = 3;
    private static final int ON_PAGE = 20;

    private final Limits limits;

    SourceReport(Limits limits) {
        this.limits = limits;
    }

    /**
     * In one sentence for the log; nothing, if there is nothing. {@code hasLosses} says whether lines of any source have been lost
     * since this was asked last. For one thread.
     */
    Optional<String> next(boolean hasLosses) {
        List<String> said = new ArrayList<>();
        if (hasLosses) {
            String worst = limits.sources().worst(NAMED, limits.sources().nowNanos()).stream()
                    .filter(source -> source.trouble() > 0)
                    .map(SourceFigures::toString)
                    .collect(Collectors.joining(", "));
            if (!worst.isEmpty()) {
                said.add("worst sources of the last two minutes: " + worst);
            }
        }
        limits.series()
                .nextNearlyUsedUp()
                .ifPresent(whose -> said.add("80 % of the new series of an hour are used up by " + whose));
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", said));
    }

    /** The worst sources, and of equal ones those that send most, as a JSON array. For any thread. */
    String page() {
        // Addresses and numbers have nothing in them that JSON would want escaped.
        return limits.sources().worst(ON_PAGE, limits.sources().nowNanos()).stream()
                .map(source -> "{\"source\":\"" + source.source() + "\",\"lines\":" + source.lines() + ",\"dropped\":"
                        + source.dropped() + ",\"rejected\":" + source.rejected() + ",\"missing\":"
                        + source.missing() + "}")
                .collect(Collectors.joining(",\n", "[", "]\n"));
    }
}
