package io.weir.standalone.query;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The result of a query, passed on to a writer sample by sample. */
final class QueryData implements ApiAnswer.DataReader {
    private final ResultWriter to;
    private long histograms;

    QueryData(ResultWriter to) {
        this.to = to;
    }

    /** Samples that are native histograms, which have no single value and were skipped. */
    long histograms() {
        return histograms;
    }

    @Override
    public void read(JsonParser in) throws IOException {
        ApiAnswer.require(in, JsonToken.START_OBJECT);
        String type = null;
        boolean hasResult = false;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            in.nextToken();
            switch (key) {
                case "resultType" -> type = in.getText();
                case "result" -> {
                    readResult(in, type);
                    hasResult = true;
                }
                default -> in.skipChildren();
            }
        }
        ApiAnswer.require(in, JsonToken.END_OBJECT);
        if (!hasResult) {
            throw new JsonParseException(in, "the key result is missing");
        }
    }

    private void readResult(JsonParser in, @Nullable String type) throws IOException {
        if (type == null) {
            throw new JsonParseException(in, "the key resultType is missing, or follows the result");
        }
        to.begin(type.equals("matrix"));
        switch (type) {
            case "matrix", "vector" -> {
                ApiAnswer.require(in, JsonToken.START_ARRAY);
                while (in.nextToken() == JsonToken.START_OBJECT) {
                    readSeries(in);
                }
                ApiAnswer.require(in, JsonToken.END_ARRAY);
            }
            case "scalar" -> {
                to.series(Labels.NONE);
                readSample(in);
            }
            case "string" -> {
                long time = readTime(in);
                to.text(time, readText(in));
            }
            default -> throw new JsonParseException(in, "the resultType is unknown");
        }
        to.end();
    }

    private void readSeries(JsonParser in) throws IOException {
        boolean hasLabels = false;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            in.nextToken();
            if (key.equals("metric")) {
                to.series(ApiAnswer.labels(in));
                hasLabels = true;
            } else if (!hasLabels) {
                throw new JsonParseException(in, "the key metric is missing, or follows the samples");
            } else {
                readSamples(in, key);
            }
        }
        ApiAnswer.require(in, JsonToken.END_OBJECT);
    }

    private void readSamples(JsonParser in, String key) throws IOException {
        switch (key) {
            case "value" -> readSample(in);
            case "values" -> {
                ApiAnswer.require(in, JsonToken.START_ARRAY);
                while (in.nextToken() == JsonToken.START_ARRAY) {
                    readSample(in);
                }
                ApiAnswer.require(in, JsonToken.END_ARRAY);
            }
            case "histogram" -> {
                histograms++;
                in.skipChildren();
            }
            case "histograms" -> {
                ApiAnswer.require(in, JsonToken.START_ARRAY);
                while (in.nextToken() == JsonToken.START_ARRAY) {
                    histograms++;
                    in.skipChildren();
                }
            }
            default -> in.skipChildren();
        }
    }

    private void readSample(JsonParser in) throws IOException {
        long time = readTime(in);
        String value = readText(in);
        try {
            to.sample(time, Numbers.parse(value));
        } catch (NumberFormatException e) {
            throw new JsonParseException(in, "the value is not a number: " + value, e);
        }
    }

    /** Enters a pair and reads its time, in milliseconds. */
    private static long readTime(JsonParser in) throws IOException {
        ApiAnswer.require(in, JsonToken.START_ARRAY);
        JsonToken time = in.nextToken();
        if (time == null || !time.isNumeric()) {
            throw new JsonParseException(in, "the time is not a number");
        }
        return Math.round(in.getDoubleValue() * 1e3);
    }

    /** Reads the value of a pair and leaves it. */
    private static String readText(JsonParser in) throws IOException {
        in.nextToken();
        ApiAnswer.require(in, JsonToken.VALUE_STRING);
        String text = in.getText();
        in.nextToken();
        ApiAnswer.require(in, JsonToken.END_ARRAY);
        return text;
    }
}
