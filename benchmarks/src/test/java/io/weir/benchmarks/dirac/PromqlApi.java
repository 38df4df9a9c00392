package io.weir.benchmarks.dirac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.benchmarks.harness.Http;
import java.io.IOException;

/**
 * PromQL over raw records or over a tier of sums. The evaluation at the last round of a step sees the rounds of this
 * step only.
 *
 * @param tier empty for raw records
 * @param more further parameters, such as {@code &nocache=1}
 */
record PromqlApi(Http http, String tier, String more) implements PlotApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String path(Plot plot, Span span) {
        return "/api/v1/query_range?query=" + Http.escaped(query(plot, span)) + "&start="
                + (span.from() + lastRound(span)) + "&end=" + (span.to() - WmsHistory.ROUND_SECONDS) + "&step="
                + span.step() + more;
    }

    private String query(Plot plot, Span span) {
        String where = plot.where("%s=\"%s\"", ",");
        String range = "[" + (span.step() - 1) + "s]";
        String field = WmsHistory.NAME + "_Jobs";
        String ofSeries = tier.isEmpty()
                ? "avg_over_time(" + field + "{" + where + "}" + range + ")"
                : "sum_over_time(" + field + "_sum{__tier__=\"" + tier + "\"," + where + "}" + range + ") / "
                        + span.roundsPerStep();
        return "sum by (" + plot.by() + ") (" + ofSeries + ")";
    }

    private static long lastRound(Span span) {
        return span.step() - WmsHistory.ROUND_SECONDS;
    }

    @Override
    public Lines lines(String answer, Plot plot, Span span) throws IOException {
        Lines lines = new Lines();
        for (JsonNode series : JSON.readTree(answer).path("data").path("result")) {
            String line = series.path("metric").path(plot.by()).asText();
            for (JsonNode point : series.path("values")) {
                lines.add(
                        line,
                        point.path(0).asLong() - lastRound(span),
                        point.path(1).asDouble());
            }
        }
        return lines;
    }
}
