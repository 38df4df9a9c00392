package io.weir.query.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.series.Labels;
import java.io.IOException;
import java.util.function.Consumer;

/** Reads an array of series, each an object of its labels. */
final class ListReader extends ApiReader {
    private final Selector selector;
    private final Consumer<Labels> found;

    ListReader(Selector selector, Consumer<Labels> found) {
        this.selector = selector;
        this.found = found;
    }

    @Override
    void readData(JsonParser parser) throws IOException {
        require(JsonToken.START_ARRAY, parser.currentToken());
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Labels labels = labels(texts(parser));
            if (selector.selects(labels)) {
                found.accept(labels);
            }
        }
    }
}
