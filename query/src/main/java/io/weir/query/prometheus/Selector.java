package io.weir.query.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.store.Alternatives;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** A selector of a store, from matchers. The store checks most of them; Weir checks all. */
final class Selector {
    /** Of all matchers, in bytes; VictoriaMetrics refuses a query of more than 16 KiB. */
    private static final int LONGEST_SELECTOR = 15_000;

    /**
     * Names of a store that Weir escapes: a regular expression of Weir's name says nothing about them. Names that begin
     * like escaped ones are escaped, too.
     */
    private static final String ESCAPED_NAMES = "|.*[^a-zA-Z0-9_:].*|[0-9].*|U__.*";

    private final List<Matcher> matchers;
    private final String text;

    /** Throws {@link EvaluationException} for a matcher that the store cannot have. */
    Selector(List<Matcher> matchers) {
        this.matchers = matchers;
        // A selector needs a matcher that refuses the empty text.
        StringJoiner all = new StringJoiner(",", "{", "}").add(Matcher.METRIC_NAME + "!=\"\"");
        int length = 0;
        List<Matcher> nameFirst = matchers.stream()
                .sorted(Comparator.comparing(each -> !each.label().equals(Matcher.METRIC_NAME)))
                .toList();
        for (Matcher each : nameFirst) {
            requireLabel(each.label());
            String next = condition(each).orElse("");
            int bytes = next.getBytes(UTF_8).length;
            if (bytes > 0 && length + bytes <= LONGEST_SELECTOR) {
                all.add(next);
                length += bytes;
            }
        }
        text = all.toString();
    }

    private static void requireLabel(String label) {
        if (label.equals(PromqlNames.TIER)) {
            throw new EvaluationException("the store has no tiers; remove " + label + " from the selector");
        }
        if (label.equals(PromqlNames.MEASUREMENT) || label.equals(PromqlNames.FIELD)) {
            throw new EvaluationException("the store has no measurements and no fields; instead of " + label
                    + ", match the name of the metric, such as {__name__=~\"cpu_.*\"}");
        }
    }

    /** In PromQL, for the store. */
    String text() {
        return text;
    }

    /** Whether a series with these labels is selected. */
    boolean selects(Labels labels) {
        return matchers.stream().allMatch(each -> each.matches(labels.get(each.label())));
    }

    /** The matcher in PromQL; empty if the store would leave out series that Weir selects. */
    private static Optional<String> condition(Matcher matcher) {
        boolean isLabel = PromqlNames.unescaped(matcher.label()).equals(matcher.label());
        return isLabel
                ? compared(matcher)
                        .filter(Selector::isText)
                        .map(text -> matcher.label() + matcher.comparison() + quoted(text))
                : Optional.empty();
    }

    /** Whether a query can have the text: it has no line ends and no other control characters. */
    static boolean isText(String text) {
        return text.chars().allMatch(c -> c >= ' ') && UTF_8.newEncoder().canEncode(text);
    }

    /** The text or regular expression for the store. */
    private static Optional<String> compared(Matcher matcher) {
        String value = matcher.value();
        boolean isName = matcher.label().equals(Matcher.METRIC_NAME);
        return switch (matcher.comparison()) {
            case EQUALS -> Optional.of(isName ? PromqlNames.unescaped(value) : value);
            case EQUALS_NOT ->
                isName
                        ? Optional.of(PromqlNames.unescaped(value))
                                .filter(name -> PromqlNames.metric(name).equals(value))
                        : Optional.of(value);
            case MATCHES -> Optional.of(isName ? names(value) : value);
            // In Prometheus 3 a dot matches the end of a line, too.
            case MATCHES_NOT -> isName ? Optional.empty() : Optional.of("(?-s:" + value + ")");
        };
    }

    /** The names of the store that a regular expression of Weir's names selects. */
    private static String names(String regex) {
        List<String> listed = Alternatives.of(regex);
        return listed.isEmpty()
                ? "(?:" + regex + ")" + ESCAPED_NAMES
                : Alternatives.regex(listed.stream().map(PromqlNames::unescaped).toList());
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
