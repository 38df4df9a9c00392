package io.weir.gateway;

import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.SourceFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in one sentence which sources are in trouble, and whose budgets are nearly used up. Belongs to one thread. */
final class SourceReport {
    private static final int NAMED = 3;

    private final Limits limits;

    SourceReport(Limits limits) {
        this.limits = limits;
    }

    /** Nothing, if there is nothing; {@code hasLosses} says whether lines of any source have been lost since this was asked last. */
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
                .ifPresent(
                        whose -> said.add("four fifths of the new series of this hour have come from or of " + whose));
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", said));
    }
}
