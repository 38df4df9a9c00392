package io.weir.gateway;

import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.SourceFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells which sources send most, which are in trouble, and whose budgets are nearly used up. */
final class SourceReport {
    private static final int NAMED = 3;
    private static final int ON_PAGE = 20;
    private static final String NEARLY = "80 % of the new series of an hour are used up by ";

    private final Limits limits;
    private final Map<String, Limits> apart;

    /** {@code apart} are the limits of inputs at which sources count by themselves, by the input's name. */
    SourceReport(Limits limits, Map<String, Limits> apart) {
        this.limits = limits;
        this.apart = apart;
    }

    /** A source as it was seen by all inputs, or by one ({@code input}) at which it counts by itself. */
    private record Seen(String input, SourceFigures source) {
        String text() {
            return source + (input.isEmpty() ? "" : " input=" + input);
        }

        /** Addresses, numbers and names of inputs have nothing in them that JSON would want escaped. */
        String json() {
            return "{\"source\":\"" + source.source() + "\",\"lines\":" + source.lines() + ",\"dropped\":"
                    + source.dropped() + ",\"rejected\":" + source.rejected() + ",\"missing\":" + source.missing()
                    + (input.isEmpty() ? "" : ",\"input\":\"" + input + "\"") + "}";
        }
    }

    /**
     * In one sentence for the log; nothing, if there is nothing. {@code hasLosses} says whether lines of any source have been lost
     * since this was asked last. For one thread.
     */
    Optional<String> next(boolean hasLosses) {
        List<String> said = new ArrayList<>();
        if (hasLosses) {
            String worst = worst(NAMED)
                    .filter(seen -> seen.source().trouble() > 0)
                    .map(Seen::text)
                    .collect(Collectors.joining(", "));
            if (!worst.isEmpty()) {
                said.add("worst sources of the last two minutes: " + worst);
            }
        }
        limits.series().nextNearlyUsedUp().ifPresent(whose -> said.add(NEARLY + whose));
        apart.forEach((input, own) ->
                own.series().nextNearlyUsedUp().ifPresent(whose -> said.add("input " + input + ": " + NEARLY + whose)));
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", said));
    }

    /** The worst sources, and of equal ones those that send most, as a JSON array. For any thread. */
    String page() {
        return worst(ON_PAGE).map(Seen::json).collect(Collectors.joining(",\n", "[", "]\n"));
    }

    private Stream<Seen> worst(int count) {
        List<Seen> worst = new ArrayList<>(worst("", limits, count));
        apart.forEach((input, own) -> worst.addAll(worst(input, own, count)));
        return worst.stream()
                .sorted(Comparator.comparing(Seen::source, SourceFigures.WORST_FIRST))
                .limit(count);
    }

    private static List<Seen> worst(String input, Limits limits, int count) {
        return limits.sources().worst(count, limits.sources().nowNanos()).stream()
                .map(source -> new Seen(input, source))
                .toList();
    }
}
