package io.weir.benchmarks.dirac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.benchmarks.harness.Http;
import java.io.IOException;

/**
 * PromQL over raw records or over a tier of sums. The evaluation at the last round of a step sees the rounds of this
 * step only. A value is the sum of all jobs divided by the number of rounds, as in the other languages: a group
 * that is absent from a round has no jobs in it.
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
        String selector =
                tier.isEmpty() ? field + "{" + where + "}" : field + "_sum{__tier__=\"" + tier + "\"," + where + "}";
        return "sum by (" + plot.by() + ") (sum_over_time(" + selector + range + ")) / " + span.roundsPerStep();
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
