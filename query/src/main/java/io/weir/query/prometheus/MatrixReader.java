package io.weir.query.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a range of samples: for each series its labels, then pairs of seconds and a text. Skips histograms. */
final class MatrixReader extends ApiReader {
    private static final double MILLIS = 1e3;

    private final Selector selector;
    private final long from;
    private final boolean hasMarks;
    private final FoundSeries found;

    /**
     * @param from the first millisecond; earlier samples are left out
     * @param hasMarks whether NaN is the mark of an end
     */
    MatrixReader(Selector selector, long from, boolean hasMarks, FoundSeries found) {
        this.selector = selector;
        this.from = from;
        this.hasMarks = hasMarks;
        this.found = found;
    }

    @Override
    void readData(JsonParser parser) throws IOException {
        boolean hasResult = false;
        require(JsonToken.START_OBJECT, parser.currentToken());
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String member = parser.currentName();
            JsonToken value = parser.nextToken();
            if (member.equals("result")) {
                require(JsonToken.START_ARRAY, value);
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    readSeries(parser);
                }
                hasResult = true;
            } else {
                parser.skipChildren();
            }
        }
        if (!hasResult) {
            throw new IOException("no result");
        }
    }

    private void readSeries(JsonParser parser) throws IOException {
        require(JsonToken.START_OBJECT, parser.currentToken());
        Labels labels = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String member = parser.currentName();
            parser.nextToken();
            if (member.equals("metric")) {
                labels = labels(parser);
            } else if (member.equals("values") && labels == null) {
                throw new IOException("samples without labels");
            } else if (member.equals("values") && labels != null && selector.selects(labels)) {
                readSamples(parser, labels);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void readSamples(JsonParser parser, Labels labels) throws IOException {
        require(JsonToken.START_ARRAY, parser.currentToken());
        SeriesBuilder series = null;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(JsonToken.START_ARRAY, parser.currentToken());
            parser.nextToken();
            long stamp = Math.round(parser.getDoubleValue() * MILLIS);
            double value = number(StoreJson.nextText(parser));
            require(JsonToken.END_ARRAY, parser.nextToken());
            if (stamp >= from) {
                series = begun(series, labels);
                found.add(series, stamp, value);
                found.check(0);
            }
        }
    }

    private SeriesBuilder begun(@Nullable SeriesBuilder series, Labels labels) {
        return series == null ? found.begin(labels, labels.get(Matcher.METRIC_NAME), "") : series;
    }

    private double number(String text) throws IOException {
        return switch (text) {
            case "NaN" -> hasMarks ? Series.STALE_MARKER : Double.NaN;
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> {
                try {
                    yield Double.parseDouble(text);
                } catch (NumberFormatException e) {
                    throw new IOException("\"" + text + "\" is no number", e);
                }
            }
        };
    }
}
