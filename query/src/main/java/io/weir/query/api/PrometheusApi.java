package io.weir.query.api;

import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.naming.PromqlNames;
import io.weir.query.promql.Expression;
import io.weir.query.promql.ValueType;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.SeriesStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Answers requests in the thread of the caller, a bounded number at a time. Thread-safe. */
public final class PrometheusApi {
    /** The path of all requests. */
    public static final String BASE = "/api/v1/";

    /** The paths, after {@link #BASE}; a {@code *} is the name of a label. */
    public static final Set<String> PATHS = Set.of(
            "query",
            "query_range",
            "query_exemplars",
            "series",
            "labels",
            "label/*/values",
            "metadata",
            "status/buildinfo");

    /** The paths that take a form, too. */
    public static final Set<String> PATHS_OF_FORMS =
            Set.of("query", "query_range", "query_exemplars", "series", "labels");

    /** The version of Prometheus whose language and answers these are. */
    private static final String VERSION = "2.42.0";

    private static final String LABEL = "label/";
    private static final String VALUES = "/values";

    /** Limit of series in a list. The list is in memory. */
    private static final long MOST_LISTED = 100_000;

    /** From before the first to after the last sample that a store can have. */
    private static final long EVER = 10_000_000_000_000_000L;

    private final SeriesStore store;
    private final LongFunction<Resolution> resolutions;
    private final Limits limits;
    private final Clock clock;
    private final Turns turns;

    /**
     * @param resolutions returns the resolution of a query. Its argument is the length of the longest windows that may
     *     replace samples, in milliseconds; 0 permits samples only
     * @param turns shared with all queries of the store
     */
    public PrometheusApi(
            SeriesStore store, LongFunction<Resolution> resolutions, Limits limits, Turns turns, Clock clock) {
        this.store = store;
        this.resolutions = resolutions;
        this.limits = limits;
        this.clock = clock;
        this.turns = turns;
    }

    /**
     * Answers a request; also one with wrong parameters.
     *
     * @param path after {@link #BASE}, one of {@link #PATHS}
     * @param query the parameters of the address
     * @param form the body, a form; may be empty
     */
    public Answer answer(String path, Map<String, List<String>> query, String form) {
        try {
            Parameters parameters = new Parameters(query, form);
            return new Answer(200, json(path, parameters));
        } catch (RequestException e) {
            return error(e.type(), e);
        } catch (EvaluationException e) {
            return error(ErrorType.of(e.reason()), e);
        }
    }

    /** The answer to every request without a store. */
    public static Answer withoutStore(String why) {
        return new Answer(ErrorType.NOT_FOUND.status(), Json.error(ErrorType.NOT_FOUND, why));
    }

    private static Answer error(ErrorType type, RuntimeException e) {
        return new Answer(type.status(), Json.error(type, String.valueOf(e.getMessage())));
    }

    private byte[] json(String path, Parameters parameters) {
        return switch (path) {
            case "query" -> instant(parameters);
            case "query_range" -> range(parameters);
            case "query_exemplars" -> Json.texts(List.of());
            case "series" -> series(parameters);
            case "labels" -> labelNames(parameters);
            case "metadata" -> Json.object(Map.of());
            case "status/buildinfo" -> buildInformation();
            default -> labelValues(label(path), parameters);
        };
    }

    private byte[] instant(Parameters parameters) {
        long time = parameters.time("time", clock.millis());
        Expression query = parameters.query();
        Limits own = limits(parameters);
        Resolution resolution = resolutions.apply(parameters.resolution(0));
        return turns.take(own.timeout(), left -> {
            Result result = new Evaluator(store, own.within(left)).instant(query, time, resolution);
            return Json.result(result, resolution.warnings());
        });
    }

    private byte[] range(Parameters parameters) {
        long start = parameters.time("start");
        long end = parameters.time("end");
        if (end < start) {
            throw Parameters.invalid("end", "end timestamp must not be before start time");
        }
        long step = parameters.duration("step");
        if (step <= 0) {
            throw Parameters.invalid("step", "a step must be at least 1 ms");
        }
        if ((end - start) / step >= limits.mostSteps()) {
            throw RequestException.badData(
                    "the range has more than " + limits.mostSteps() + " steps; use a larger step or a shorter range");
        }
        Expression query = parameters.query();
        if (query.type() != ValueType.SCALAR && query.type() != ValueType.VECTOR) {
            throw Parameters.invalid(
                    "query", "a query over a range needs a scalar or an instant vector, not " + query.type());
        }
        Limits own = limits(parameters);
        Resolution resolution = resolutions.apply(parameters.resolution(step));
        return turns.take(own.timeout(), left -> {
            Result result = new Evaluator(store, own.within(left)).range(query, start, end, step, resolution);
            return Json.result(result, resolution.warnings());
        });
    }

    /** A request may shorten the time, not lengthen it. */
    private Limits limits(Parameters parameters) {
        long most = limits.timeout().toMillis();
        long asked = parameters.duration("timeout", most);
        return limits.within(Duration.ofMillis(Math.min(asked, most)));
    }

    private byte[] series(Parameters parameters) {
        if (!parameters.hasSelectors()) {
            throw RequestException.badData("no match[] parameter provided");
        }
        return Json.series(listed(parameters));
    }

    private byte[] labelNames(Parameters parameters) {
        return Json.texts(texts(parameters, each -> each.toMap().keySet()));
    }

    private byte[] labelValues(String label, Parameters parameters) {
        if (!PromqlNames.isLabel(label)) {
            throw RequestException.badData("invalid label name: \"" + label + "\"");
        }
        return Json.texts(texts(parameters, each -> {
            String value = each.get(label);
            return value.isEmpty() ? List.of() : List.of(value);
        }));
    }

    private static String label(String path) {
        if (path.startsWith(LABEL) && path.endsWith(VALUES) && path.length() > LABEL.length() + VALUES.length()) {
            return path.substring(LABEL.length(), path.length() - VALUES.length());
        }
        throw new IllegalArgumentException("no path of the API: " + path);
    }

    /** The series that one of the selectors selects; all without a selector. */
    private SortedSet<Labels> listed(Parameters parameters) {
        return collected(parameters, store::list, Allowance::checkSeries);
    }

    /** The texts taken from the labels of the series. The number of texts is limited, the number of series is not. */
    private SortedSet<String> texts(Parameters parameters, Function<Labels, Collection<String>> of) {
        return collected(
                parameters,
                (matchers, from, to, allowance) -> store.texts(matchers, from, to, of, allowance),
                Allowance::checkTexts);
    }

    /** Reads a list for one selector. */
    private interface Listing<T> {
        Collection<T> read(List<Matcher> matchers, long from, long to, Allowance allowance);
    }

    private <T> SortedSet<T> collected(
            Parameters parameters, Listing<T> listing, BiConsumer<Allowance, Integer> check) {
        long start = parameters.time("start", -EVER);
        long end = parameters.time("end", EVER);
        if (end < start) {
            throw Parameters.invalid("end", "end timestamp must not be before start time");
        }
        return turns.take(limits.timeout(), left -> {
            Deadline deadline = new Deadline(left);
            List<List<Matcher>> asked = parameters.hasSelectors() ? parameters.selectors() : List.of(List.of());
            SortedSet<T> found = new TreeSet<>();
            for (List<Matcher> each : asked) {
                if (deadline.isOver()) {
                    throw new RequestException(
                            ErrorType.TIMEOUT,
                            "the list took longer than its time limit; select fewer series or a shorter range");
                }
                Allowance allowance = new Allowance(MOST_LISTED, MOST_LISTED, deadline.left());
                found.addAll(listing.read(each, start, end, allowance));
                check.accept(allowance, found.size());
            }
            return found;
        });
    }

    private static byte[] buildInformation() {
        return Json.object(Map.of(
                "version",
                VERSION,
                "revision",
                "",
                "branch",
                "weir",
                "buildUser",
                "",
                "buildDate",
                "",
                "goVersion",
                ""));
    }
}
