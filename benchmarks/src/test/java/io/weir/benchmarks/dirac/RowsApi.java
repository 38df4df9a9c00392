package io.weir.benchmarks.dirac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.benchmarks.harness.Http;
import java.io.IOException;
import java.util.function.BiFunction;

/**
 * SQL whose answers are JSON, with rows of line, second and value.
 *
 * @param before the path until the text of the query
 * @param rows the member of an answer that has the rows
 * @param query makes the text of a query
 */
record RowsApi(Http http, String before, String rows, BiFunction<Plot, Span, String> query) implements PlotApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String path(Plot plot, Span span) {
        return before + Http.escaped(query.apply(plot, span));
    }

    @Override
    public Lines lines(String answer, Plot plot, Span span) throws IOException {
        Lines lines = new Lines();
        for (JsonNode row : JSON.readTree(answer).path(rows)) {
            lines.add(row.path(0).asText(), row.path(1).asLong(), row.path(2).asDouble());
        }
        return lines;
    }
}
