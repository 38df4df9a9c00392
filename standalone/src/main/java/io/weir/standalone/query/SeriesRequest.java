package io.weir.standalone.query;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks for the series that a selector selects. */
record SeriesRequest(String selector, TimeRange range) {
    /** The API needs a matcher that no empty text matches. */
    static final String ALL = "{__name__=~\".+\"}";

    /** Receives series as they arrive. */
    interface Receiver {
        void series(Labels labels) throws IOException;
    }

    void ask(PrometheusClient client, Receiver receiver, Consumer<String> warnings) throws OutputException {
        client.ask(PrometheusClient.SERIES, selector, parameters(), reader(receiver, warnings));
    }

    /** As {@link #ask}, but returns what the server says if it refuses the request. */
    Optional<String> tryToAsk(PrometheusClient client, Receiver receiver, Consumer<String> warnings)
            throws OutputException {
        return client.tryToAsk(PrometheusClient.SERIES, selector, parameters(), reader(receiver, warnings));
    }

    private List<Map.Entry<String, String>> parameters() {
        List<Map.Entry<String, String>> parameters = new ArrayList<>(range.parameters());
        parameters.add(Map.entry("match[]", selector));
        return parameters;
    }

    private static PrometheusClient.Reader reader(Receiver receiver, Consumer<String> warnings) {
        return body -> ApiAnswer.read(body, data -> readSeries(data, receiver), warnings);
    }

    private static void readSeries(JsonParser data, Receiver receiver) throws IOException {
        ApiAnswer.require(data, JsonToken.START_ARRAY);
        while (data.nextToken() == JsonToken.START_OBJECT) {
            receiver.series(ApiAnswer.labels(data));
        }
        ApiAnswer.require(data, JsonToken.END_ARRAY);
    }
}
