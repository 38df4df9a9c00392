package io.weir.query.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads an array of names. */
final class NameReader extends ApiReader {
    private final SortedSet<String> names = new TreeSet<>();

    @Override
    void readData(JsonParser parser) throws IOException {
        require(JsonToken.START_ARRAY, parser.currentToken());
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(JsonToken.VALUE_STRING, parser.currentToken());
            names.add(parser.getText());
        }
    }

    /** In their order. */
    List<String> names() {
        return List.copyOf(names);
    }
}
