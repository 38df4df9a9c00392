package io.weir.query.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** Reads a successful answer of the API as it arrives. */
abstract class ApiReader {
    /** Reads the member {@code data}, at the start of which the parser is, and must be left at its end. */
    abstract void readData(JsonParser parser) throws IOException;

    /** Whether the rest of the answer is not needed: its connection is closed. */
    boolean hasEnough() {
        return false;
    }

    final void read(InputStream body) throws IOException {
        boolean hasData = false;
        try (JsonParser parser = StoreJson.parser(body)) {
            parser.nextToken();
            while (!hasEnough() && parser.nextToken() == JsonToken.FIELD_NAME) {
                String member = parser.currentName();
                JsonToken value = parser.nextToken();
                if (member.equals("data")) {
                    readData(parser);
                    hasData = true;
                } else if (member.equals("isPartial") && value == JsonToken.VALUE_TRUE) {
                    throw partial("VictoriaMetrics reports it");
                } else if (member.equals("warnings") && value == JsonToken.START_ARRAY) {
                    requireNone(parser);
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (!hasData) {
            throw new IOException("no data");
        }
    }

    /** Prometheus warns if a remote storage of its own does not answer, and Thanos if a store does not. */
    private static void requireNone(JsonParser warnings) throws IOException {
        if (warnings.nextToken() != JsonToken.END_ARRAY) {
            throw partial(warnings.getText());
        }
    }

    private static EvaluationException partial(String why) {
        return new EvaluationException(
                Reason.UNAVAILABLE, "a part of the store does not answer, so that its answer is partial: " + why);
    }

    static void require(JsonToken expected, JsonToken actual) throws IOException {
        if (actual != expected) {
            throw new IOException("not " + expected + " but " + actual);
        }
    }

    /** Reads an object of labels, at the start of which the parser is. */
    static Map<String, String> texts(JsonParser parser) throws IOException {
        require(JsonToken.START_OBJECT, parser.currentToken());
        Map<String, String> texts = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            texts.put(parser.currentName(), StoreJson.nextText(parser));
        }
        return texts;
    }

    /** Labels of a store by Weir's names. */
    static Labels labels(Map<String, String> texts) {
        Map<String, String> labels = new HashMap<>();
        texts.forEach((name, value) -> {
            if (name.equals(Matcher.METRIC_NAME)) {
                labels.put(name, PromqlNames.metric(value));
            } else {
                labels.put(PromqlNames.label(name), value);
            }
        });
        return Labels.of(labels);
    }
}
