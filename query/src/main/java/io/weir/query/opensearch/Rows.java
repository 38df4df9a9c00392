package io.weir.query.opensearch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.weir.query.store.RowReader;
import java.io.IOException;

/** Passes on rows to the readers that all stores share. */
final class Rows {
    private Rows() {}

    static void read(ArrayNode row, RowReader reader) throws IOException {
        try (JsonParser parser = row.traverse()) {
            parser.nextToken();
            reader.read(parser);
        }
    }
}
