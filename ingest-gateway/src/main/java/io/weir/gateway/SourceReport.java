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

/** Reports the sources that send most, those with trouble, and budgets that are nearly used up. */
final class SourceReport {
    private static final int NAMED = 3;
    private static final int ON_PAGE = 20;
    private static final String NEARLY = "80 % of the hourly budget of new series is used by ";

    private final Limits limits;
    private final Map<String, Limits> apart;

    /**
     * {@code apart} are the limits of inputs that count their sources separately, by input name.
     */
    SourceReport(Limits limits, Map<String, Limits> apart) {
        this.limits = limits;
        this.apart = apart;
    }

    /**
     * Figures of a source at all inputs, or at one ({@code input}) that counts its sources
     * separately.
     */
    private record Seen(String input, SourceFigures source) {
        String text() {
            return source + (input.isEmpty() ? "" : " input=" + input);
        }

        /** Addresses, numbers and input names need no escaping in JSON. */
        String json() {
            return "{\"source\":\"" + source.source() + "\",\"lines\":" + source.lines() + ",\"dropped\":"
                    + source.dropped() + ",\"rejected\":" + source.rejected() + ",\"missing\":" + source.missing()
                    + (input.isEmpty() ? "" : ",\"input\":\"" + input + "\"") + "}";
        }
    }

    /**
     * One sentence for the log; empty if there is nothing to report. {@code hasLosses} states
     * whether any lines were lost since the previous call. For one thread.
     */
    Optional<String> next(boolean hasLosses) {
        List<String> sentences = new ArrayList<>();
        if (hasLosses) {
            String worst = worst(NAMED)
                    .filter(seen -> seen.source().trouble() > 0)
                    .map(Seen::text)
                    .collect(Collectors.joining(", "));
            if (!worst.isEmpty()) {
                sentences.add("worst sources of the last two minutes: " + worst);
            }
        }
        limits.series().nextNearlyUsedUp().ifPresent(whose -> sentences.add(NEARLY + whose));
        apart.forEach((input, own) -> own.series()
                .nextNearlyUsedUp()
                .ifPresent(whose -> sentences.add("input " + input + ": " + NEARLY + whose)));
        return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences));
    }

    /** The sources with most trouble, then most lines, as a JSON array. For any thread. */
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
