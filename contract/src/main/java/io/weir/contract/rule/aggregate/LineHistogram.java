package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Each histogram is one line of a series, with its counts in arrays: those of OTLP and Prometheus.
 *
 * @param as stands for the parts of the form in the names of the results
 * @param isWritten whether results include the merged histogram
 * @param bounds the upper bounds of explicit buckets in results, as they are spelled
 */
public record LineHistogram(Form form, String as, boolean isWritten, List<String> bounds) implements Histogram {

    /** The buckets of a histogram, and the fields of a line that it consists of. */
    public enum Form {
        /** The bounds grow by a factor. */
        EXPONENTIAL,
        /** The bounds are in an array. */
        EXPLICIT;

        /** The fields, as inputs name them. Counts since a start and increments differ in name. */
        public List<String> parts() {
            return this == EXPONENTIAL ? EXPONENTIAL_PARTS : EXPLICIT_PARTS;
        }

        /** The fields of a merged histogram, which counts the observations of a window. */
        private List<String> written() {
            return this == EXPONENTIAL ? EXPONENTIAL_WRITTEN : EXPLICIT_WRITTEN;
        }

        /** The key that names such histograms in the results. */
        private String key() {
            return this == EXPONENTIAL ? "exponential" : "histogram";
        }
    }

    private static final List<String> EXPONENTIAL_PARTS = List.of(
            "scale",
            "zero_threshold",
            "zero_count",
            "zero_count_delta",
            "positive_offset",
            "positive",
            "positive_delta",
            "negative_offset",
            "negative",
            "negative_delta");

    private static final List<String> EXPONENTIAL_WRITTEN = List.of(
            "count_delta",
            "scale",
            "zero_threshold",
            "zero_count_delta",
            "positive_offset",
            "positive_delta",
            "negative_offset",
            "negative_delta");

    private static final List<String> EXPLICIT_PARTS = List.of("bounds", "counts", "counts_delta");

    private static final List<String> EXPLICIT_WRITTEN = List.of("count_delta", "bounds", "counts_delta");

    /** Keys that have no meaning for exponential histograms, whose parts have names of their own. */
    private static final List<String> NOT_EXPONENTIAL = List.of("fields", "buckets", "histogram");

    public LineHistogram {
        bounds = List.copyOf(bounds);
    }

    /**
     * Reads the keys {@code exponential}, {@code merged} and {@code bounds}.
     *
     * @param explicit the name of histograms with explicit bounds, which are lines if there are no fields
     */
    static Optional<LineHistogram> read(YamlSection section, Optional<String> explicit) {
        Optional<String> exponential = section.text("exponential", "name of exponential histograms in the results")
                .optional();
        boolean isWritten = section.flag("merged", "whether results include the merged histogram")
                .or(false);
        List<String> bounds = section.texts("bounds", "upper bounds of buckets in the results")
                .or(List.of());
        if (exponential.isPresent()) {
            NOT_EXPONENTIAL.stream()
                    .filter(section::has)
                    .forEach(key -> section.refuse(
                            key,
                            "cannot be combined with exponential, whose fields have names of their own",
                            "remove it"));
        }
        Optional<LineHistogram> read = exponential
                .map(as -> new LineHistogram(Form.EXPONENTIAL, as, isWritten, bounds))
                .or(() -> explicit.filter(as -> !section.has("fields") && !section.has("buckets"))
                        .map(as -> new LineHistogram(Form.EXPLICIT, as, isWritten, bounds)));
        if (read.isEmpty()) {
            Stream.of("merged", "bounds")
                    .filter(section::has)
                    .forEach(key -> section.refuse(
                            key,
                            "applies to histograms in arrays only",
                            "write exponential, or histogram without fields; or remove " + key));
        }
        return read;
    }

    @Override
    public Optional<LineHistogram> ofLine() {
        return Optional.of(this);
    }

    @Override
    public Optional<String> resultsOf() {
        return Optional.of(as);
    }

    @Override
    public List<String> written() {
        return Stream.of(isWritten ? form.written() : List.<String>of(), bounds)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void requireFor(List<String> by, List<String> fields) {
        Spelling.require(form.key(), "field", as);
        if (!bounds.isEmpty()) {
            Histogram.requireBounds("bounds", bounds);
        }
    }

    /** Observations have percentiles, and a share for which a condition holds. */
    @Override
    public void requireFunctions(List<AggregateFunction> functions, Contribution contribution) {
        for (AggregateFunction function : functions) {
            if (function.kind() != AggregateFunction.Kind.QUANTILE && !function.isOfCondition()) {
                throw new Refusal(
                        "functions",
                        "cannot have " + function.spelling()
                                + " of a histogram: it has median and percentiles, and share and count with where",
                        "write another rule for " + function.spelling() + ", with another as");
            }
            SeriesValue of = contribution.of(function);
            if (of != SeriesValue.INCREASE && of != SeriesValue.LAST) {
                throw new Refusal(
                        "of",
                        "must be increase or last with histograms in arrays, was " + of.spelling(),
                        "increase counts the observations of the window, last is the last histogram unmodified");
            }
        }
    }

    @Override
    public String toString() {
        return form.key() + " " + as + (isWritten ? " merged " : " ") + bounds;
    }
}
