package io.weir.query.series;

import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/** A condition on the value of a label. A label that a series lacks has the empty value. */
public final class Matcher {
    /** The label that holds the name of a metric. */
    public static final String METRIC_NAME = "__name__";

    private final String label;
    private final Comparison comparison;
    private final String value;
    /** Null unless the comparison needs it. */
    private final @Nullable Pattern pattern;

    /** Throws {@link com.google.re2j.PatternSyntaxException} for an invalid regular expression. */
    public Matcher(String label, Comparison comparison, String value) {
        this.label = label;
        this.comparison = comparison;
        this.value = value;
        this.pattern = comparison == Comparison.MATCHES || comparison == Comparison.MATCHES_NOT
                ? Regexes.compile(value)
                : null;
    }

    /** How the value of the label is compared; a regular expression matches the whole value. */
    public enum Comparison {
        EQUALS("="),
        EQUALS_NOT("!="),
        MATCHES("=~"),
        MATCHES_NOT("!~");

        private final String symbol;

        Comparison(String symbol) {
            this.symbol = symbol;
        }

        @Override
        public String toString() {
            return symbol;
        }
    }

    public String label() {
        return label;
    }

    public Comparison comparison() {
        return comparison;
    }

    /** The text or regular expression to compare with. */
    public String value() {
        return value;
    }

    public boolean matches(String actual) {
        boolean found = pattern == null ? value.equals(actual) : pattern.matches(actual);
        return found == (comparison == Comparison.EQUALS || comparison == Comparison.MATCHES);
    }

    @Override
    public String toString() {
        return label + comparison + '"' + value + '"';
    }
}
