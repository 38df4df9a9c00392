package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Promql;
import io.weir.query.promql.PromqlException;
import io.weir.query.promql.TimeShift;
import io.weir.query.series.Matcher;
import java.net.URLDecoder;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The parameters of a request. Throws {@link RequestException} for those that cannot be read. */
final class Parameters {
    private static final String RESOLUTION = "max_source_resolution";

    /** The number of the longest windows in a step. */
    private static final int WINDOWS_PER_STEP = 5;

    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d++\\.?\\d*+|\\.\\d++)([eE][-+]?\\d++)?");
    /** Seconds; so far from the limits of 64 bits that no sum of times overflows. */
    private static final double LATEST = 1e13;

    private static final long MILLIS = 1_000;
    private static final String SELECTOR = "match[]";
    private static final int MOST_SELECTORS = 100;
    /** Of all selectors: each character may take much memory in a regular expression with repeats. */
    private static final int MOST_CHARACTERS = 10_000;

    private final Map<String, List<String>> values;

    Parameters(Map<String, List<String>> query, String form) {
        values = new HashMap<>();
        query.forEach((name, texts) -> values.put(name, new ArrayList<>(texts)));
        if (!form.isEmpty()) {
            for (String pair : form.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                values.computeIfAbsent(decoded(name), unseen -> new ArrayList<>())
                        .add(decoded(value));
            }
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            throw RequestException.badData("the form is not URL-encoded: " + e.getMessage());
        }
    }

    private boolean isGiven(String name) {
        return !text(name).isEmpty();
    }

    /** Empty if missing. */
    private String text(String name) {
        List<String> texts = texts(name);
        return texts.isEmpty() ? "" : texts.get(0);
    }

    private List<String> texts(String name) {
        return values.getOrDefault(name, List.of());
    }

    Expression query() {
        try {
            return Promql.parse(text("query"));
        } catch (PromqlException e) {
            throw invalid("query", String.valueOf(e.getMessage()));
        }
    }

    boolean hasSelectors() {
        return !texts(SELECTOR).isEmpty();
    }

    /** The matchers of each {@code match[]}. */
    List<List<Matcher>> selectors() {
        List<String> texts = texts(SELECTOR);
        if (texts.size() > MOST_SELECTORS) {
            throw invalid(SELECTOR, "a request has at most " + MOST_SELECTORS + " selectors, not " + texts.size());
        }
        if (texts.stream().mapToLong(String::length).sum() > MOST_CHARACTERS) {
            throw invalid(SELECTOR, "the selectors have more than " + MOST_CHARACTERS + " characters together");
        }
        return texts.stream().map(text -> selector(SELECTOR, text)).toList();
    }

    /** The matchers of a parameter that is one selector. */
    List<Matcher> selector(String name) {
        String text = text(name);
        if (text.length() > MOST_CHARACTERS) {
            throw invalid(name, "the selector has more than " + MOST_CHARACTERS + " characters");
        }
        return selector(name, text);
    }

    /** The format that is asked for: by the parameter, or else by the header Accept. */
    ValueFormat format(String accept) {
        return switch (text("format")) {
            case "ndjson" -> ValueFormat.NDJSON;
            case "csv" -> ValueFormat.CSV;
            case "parquet" -> ValueFormat.PARQUET;
            case "" -> accepted(accept);
            default -> throw invalid("format", "\"" + text("format") + "\" is none of ndjson, csv and parquet");
        };
    }

    private static ValueFormat accepted(String accept) {
        if (accept.contains(ValueFormat.PARQUET.mediaType())) {
            return ValueFormat.PARQUET;
        }
        return accept.contains("text/csv") ? ValueFormat.CSV : ValueFormat.NDJSON;
    }

    private static List<Matcher> selector(String name, String text) {
        Expression expression;
        try {
            expression = Promql.parse(text);
        } catch (PromqlException e) {
            throw invalid(name, String.valueOf(e.getMessage()));
        }
        if (expression instanceof VectorSelector selector && selector.shift().equals(TimeShift.NONE)) {
            return selector.matchers();
        }
        throw invalid(name, "\"" + text + "\" is not a selector such as up{host=\"a\"}");
    }

    /** Milliseconds since 1970. */
    long time(String name, long fallback) {
        return isGiven(name) ? time(name) : fallback;
    }

    /** Milliseconds since 1970, from seconds or a time of RFC 3339. */
    long time(String name) {
        String text = text(name);
        if (NUMBER.matcher(text).matches()) {
            double seconds = Double.parseDouble(text);
            if (Math.abs(seconds) <= LATEST) {
                long whole = (long) seconds;
                return whole * MILLIS + Math.round((seconds - whole) * MILLIS);
            }
        } else {
            try {
                return OffsetDateTime.parse(text).toInstant().toEpochMilli();
            } catch (DateTimeException | ArithmeticException e) {
                // Reported below.
            }
        }
        throw invalid(name, "cannot parse \"" + text + "\" to a valid timestamp");
    }

    /** Milliseconds. */
    long duration(String name, long fallback) {
        return isGiven(name) ? duration(name) : fallback;
    }

    /** Milliseconds, from seconds or a duration such as 5m. */
    long duration(String name) {
        String text = text(name);
        if (NUMBER.matcher(text).matches()) {
            double seconds = Double.parseDouble(text);
            if (Math.abs(seconds) <= LATEST) {
                return (long) (seconds * MILLIS);
            }
        } else {
            try {
                return Promql.duration(text);
            } catch (IllegalArgumentException e) {
                // Reported below.
            }
        }
        throw invalid(name, "cannot parse \"" + text + "\" to a valid duration");
    }

    /**
     * The longest windows that may be read instead of samples, in milliseconds: the parameter has the name and the values
     * that it has in Thanos.
     *
     * @param step of a query over a range; zero for an instant query
     */
    long resolution(long step) {
        if (!isGiven(RESOLUTION) || text(RESOLUTION).equals("0s")) {
            return 0;
        }
        long longest = text(RESOLUTION).equals("auto") ? step / WINDOWS_PER_STEP : duration(RESOLUTION);
        if (longest < 0) {
            throw invalid(RESOLUTION, "it must not be negative");
        }
        return longest;
    }

    static RequestException invalid(String name, String why) {
        return RequestException.badData("invalid parameter \"" + name + "\": " + why);
    }
}
