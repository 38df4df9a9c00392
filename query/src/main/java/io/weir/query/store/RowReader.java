package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Reads one row: the parser is at the start of its array, and must be left at the end of it. */
@FunctionalInterface
public interface RowReader {
    void read(JsonParser row) throws IOException;
}
