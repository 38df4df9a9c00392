package io.weir.standalone.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Result;
import io.weir.query.promql.Promql;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The quantiles of a heat map are those of {@code histogram_quantile}. */
@Tag("long")
class HeatMapQuantileBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final int ROUNDS = 2_000;

    /** The cases are [share, bounds, counts that include the smaller buckets]. */
    private static final String QUANTILES = """
            cases => Promise.all([import('/heat/histograms.js'), import('/heat/increases.js'), import('/heat/quantile.js')])
              .then(([{boundOf}, {increases}, {quantile}]) => cases.map(([share, bounds, counts]) => {
                const [{counts: apart}] = increases([{bin: 1, known: counts.map(() => 0)}, {bin: 2, known: counts}]);
                return String(quantile(share, bounds.map(boundOf), apart));
              }))""";

    @Test
    @SuppressWarnings("unchecked")
    void quantilesAreThoseOfHistogramQuantile() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<List<Object>> cases = new ArrayList<>();
        List<Double> expected = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<String> bounds = bounds(random);
            List<Double> counts = counts(random, bounds.size());
            double share = List.of(0.5, 0.95, 0.99, random.nextDouble()).get(random.nextInt(4));
            cases.add(List.of(share, bounds, counts));
            expected.add(histogramQuantile(share, bounds, counts));
        }
        try (PageServer server = new PageServer()) {
            Page page = CHROMIUM.open().page();
            page.navigate(server.url("#/metrics?q=none"));
            List<String> found = (List<String>) page.evaluate(QUANTILES, cases);
            for (int round = 0; round < ROUNDS; round++) {
                double value = expected.get(round);
                assertEquals(
                        value,
                        Double.parseDouble(found.get(round)),
                        Double.isNaN(value) ? 1 : 1e-12 + Math.abs(value) * 1e-9,
                        "seed " + seed + ", " + cases.get(round));
            }
        }
    }

    /** Sometimes below 0, and sometimes without the last one. */
    private static List<String> bounds(Random random) {
        TreeSet<Double> finite = new TreeSet<>();
        int most = random.nextInt(8);
        for (int i = 0; i < most; i++) {
            finite.add((random.nextInt(4) == 0 ? -1 : 1) * random.nextInt(1_000) / 64.0);
        }
        List<String> bounds =
                new ArrayList<>(finite.stream().map(String::valueOf).toList());
        if (bounds.isEmpty() || random.nextInt(10) > 0) {
            bounds.add("+Inf");
        }
        return bounds;
    }

    /** Sometimes none, and sometimes lower than that of a smaller bucket. */
    private static List<Double> counts(Random random, int length) {
        List<Double> counts = new ArrayList<>();
        double count = 0;
        int most = random.nextInt(3) == 0 ? 1 : 20;
        for (int i = 0; i < length; i++) {
            count += random.nextInt(most);
            counts.add(Math.max(0, count - (random.nextInt(5) == 0 ? random.nextInt(30) : 0)));
        }
        return counts;
    }

    private static double histogramQuantile(double share, List<String> bounds, List<Double> counts) {
        List<Series> buckets = new ArrayList<>();
        for (int i = 0; i < bounds.size(); i++) {
            Labels labels = Labels.of(Map.of(Matcher.METRIC_NAME, "wait_bucket", "le", bounds.get(i)));
            buckets.add(new Series(labels, new long[] {1_000}, new double[] {counts.get(i)}));
        }
        Evaluator evaluator = new Evaluator((matchers, from, to, allowance) -> buckets, Limits.DEFAULT);
        Result.Vector result = (Result.Vector)
                evaluator.instant(Promql.parse("histogram_quantile(" + share + ", wait_bucket)"), 1_000);
        return result.samples().get(0).value();
    }
}
