package io.weir.query.prometheus;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.store.Statements;
import java.util.List;
import java.util.StringJoiner;

/** What matchers select. The store checks most of them; Weir checks all. */
final class Selector {
    /** A longer text is not compared by the store: requests are limited in length. */
    private static final int LONGEST_TEXT = 4_000;

    /** Of all matchers, in the address of the request. */
    private static final int LONGEST_SELECTOR = 8_000;

    private static final String ESCAPED = "U__";

    private final List<Matcher> matchers;
    private final String text;

    /** Throws {@link EvaluationException} for a matcher that the store cannot have. */
    Selector(List<Matcher> matchers) {
        this.matchers = matchers;
        // A selector needs a matcher that refuses the empty text.
        StringJoiner all = new StringJoiner(",", "{", "}").add(Matcher.METRIC_NAME + "!=\"\"");
        int length = 0;
        for (Matcher each : matchers) {
            requireLabel(each.label());
            if (isComparable(each)) {
                String next = condition(each);
                length += Statements.encodedLength(next);
                if (length <= LONGEST_SELECTOR) {
                    all.add(next);
                }
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

    /** Whether the store compares the text as Weir does. */
    private static boolean isComparable(Matcher matcher) {
        boolean isRegex = matcher.comparison() == Comparison.MATCHES || matcher.comparison() == Comparison.MATCHES_NOT;
        // The store knows a name without the escapes, which a regular expression may match.
        boolean isOfEscaped = isName(matcher) && isRegex && matcher.value().contains(ESCAPED);
        return PromqlNames.unescaped(matcher.label()).equals(matcher.label())
                && !isOfEscaped
                && matcher.value().length() <= LONGEST_TEXT
                && matcher.value().chars().allMatch(c -> c >= ' ' && !Character.isSurrogate((char) c));
    }

    private static boolean isName(Matcher matcher) {
        return matcher.label().equals(Matcher.METRIC_NAME);
    }

    private static String condition(Matcher matcher) {
        String value = isName(matcher) ? PromqlNames.unescaped(matcher.value()) : matcher.value();
        return matcher.label()
                + matcher.comparison()
                + '"'
                + value.replace("\\", "\\\\").replace("\"", "\\\"")
                + '"';
    }
}
