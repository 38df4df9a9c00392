package io.weir.query.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.Map;

/** Reads series: for each its labels, then pairs of seconds and a text. Skips histograms. */
abstract class MatrixReader extends ApiReader {
    private static final double MILLIS = 1e3;

    /**
     * Begins a series.
     *
     * @param texts its labels by their names in the store
     * @return whether its samples are read
     */
    abstract boolean begin(Map<String, String> texts);

    /** The next sample of the series, in the order of times. */
    abstract void sample(long stamp, double value);

    @Override
    final void readData(JsonParser parser) throws IOException {
        boolean hasResult = false;
        require(JsonToken.START_OBJECT, parser.currentToken());
        while (!hasEnough() && parser.nextToken() == JsonToken.FIELD_NAME) {
            String member = parser.currentName();
            JsonToken value = parser.nextToken();
            if (member.equals("result")) {
                require(JsonToken.START_ARRAY, value);
                while (!hasEnough() && parser.nextToken() != JsonToken.END_ARRAY) {
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
        boolean isBegun = false;
        boolean isRead = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String member = parser.currentName();
            parser.nextToken();
            if (member.equals("metric")) {
                isRead = begin(texts(parser));
                isBegun = true;
            } else if (member.equals("values") && !isBegun) {
                throw new IOException("samples without labels");
            } else if (member.equals("values") && isRead) {
                readSamples(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void readSamples(JsonParser parser) throws IOException {
        require(JsonToken.START_ARRAY, parser.currentToken());
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(JsonToken.START_ARRAY, parser.currentToken());
            parser.nextToken();
            long stamp = Math.round(parser.getDoubleValue() * MILLIS);
            double value = number(StoreJson.nextText(parser));
            require(JsonToken.END_ARRAY, parser.nextToken());
            sample(stamp, value);
        }
    }

    private static double number(String text) throws IOException {
        return switch (text) {
            case "NaN" -> Double.NaN;
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
