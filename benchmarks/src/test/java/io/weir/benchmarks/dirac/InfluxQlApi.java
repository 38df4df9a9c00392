package io.weir.benchmarks.dirac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.benchmarks.harness.Http;
import java.io.IOException;

/**
 * InfluxQL over raw records or over a tier of sums.
 *
 * @param policy retention policy; empty for that of raw records
 */
record InfluxQlApi(Http http, String database, String policy) implements PlotApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String path(Plot plot, Span span) {
        String field = policy.isEmpty() ? "Jobs" : "Jobs_sum";
        String measurement = policy.isEmpty() ? WmsHistory.NAME : policy + "." + WmsHistory.NAME;
        String query = "SELECT sum(" + field + ") / " + span.roundsPerStep() + " FROM " + measurement + " WHERE "
                + plot.where("\"%s\" = '%s'", " AND ") + " AND time >= " + span.from() + "s AND time < " + span.to()
                + "s GROUP BY time(" + span.step() + "s), \"" + plot.by() + '"';
        return "/query?epoch=s&db=" + database + "&q=" + Http.escaped(query);
    }

    @Override
    public Lines lines(String answer, Plot plot, Span span) throws IOException {
        Lines lines = new Lines();
        for (JsonNode series : JSON.readTree(answer).path("results").path(0).path("series")) {
            String line = series.path("tags").path(plot.by()).asText();
            for (JsonNode point : series.path("values")) {
                lines.add(line, point.path(0).asLong(), point.path(1).asDouble());
            }
        }
        return lines;
    }
}
