package io.weir.query.eval;

import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Series of 70 minutes with resets, gaps, marks of ends, NaN and infinities. */
public final class RandomSamples {
    public static final long START = 1_700_000_000_000L;
    public static final long LENGTH = 70 * 60_000;
    private static final long INTERVAL = 15_000;

    private static final List<String> BOUNDS = List.of("0.1", "0.5", "1", "5", "+Inf");

    private final Random random;
    private final List<Series> series = new ArrayList<>();

    public RandomSamples(Random random) {
        this.random = random;
        for (int host = 0; host < 4; host++) {
            String name = "h" + host;
            String rack = "r" + host % 2;
            for (String path : List.of("/a", "/b")) {
                counter(labels("requests_total", "host", name, "path", path), 1 + random.nextInt(50));
            }
            gauge(labels("temperature", "host", name, "rack", rack), 20, 30);
            gauge(labels("load", "host", name), -1, 5);
            steps(labels("up", "host", name, "rack", rack));
            double[] shares = {0.2, 0.5, 0.7, 0.95, 1};
            for (int i = 0; i < BOUNDS.size(); i++) {
                counter(labels("latency_bucket", "host", name, "le", BOUNDS.get(i)), 40 * shares[i]);
            }
        }
        gauge(labels("quota", "rack", "r0"), 100, 200);
        gauge(labels("quota", "rack", "r1"), 100, 200);
        gauge(labels("odd", "kind", "special", "host", "h0"), 0, 1);
    }

    public List<Series> all() {
        return series;
    }

    private static Labels labels(String name, String... pairs) {
        Map<String, String> labels = new HashMap<>(Map.of(Matcher.METRIC_NAME, name));
        for (int i = 0; i < pairs.length; i += 2) {
            labels.put(pairs[i], pairs[i + 1]);
        }
        return Labels.of(labels);
    }

    private interface Next {
        double after(double value);
    }

    /** Restarts at times. */
    private void counter(Labels labels, double increase) {
        add(labels, value -> random.nextInt(80) == 0 ? 0 : value + increase * random.nextDouble());
    }

    private void gauge(Labels labels, double low, double high) {
        boolean odd = labels.get("kind").equals("special");
        add(labels, value -> {
            if (odd && random.nextInt(8) == 0) {
                return random.nextBoolean() ? Double.NaN : Double.POSITIVE_INFINITY;
            }
            return low + (high - low) * random.nextDouble();
        });
    }

    /** Whole numbers that rarely change. */
    private void steps(Labels labels) {
        add(labels, value -> random.nextInt(10) == 0 ? random.nextInt(3) : value);
    }

    private void add(Labels labels, Next next) {
        SeriesBuilder builder = new SeriesBuilder(labels);
        // Half of the series have stamps at the very edges of ranges.
        boolean exact = random.nextBoolean();
        double value = 10;
        long gapUntil = 0;
        for (long time = START; time < START + LENGTH; time += INTERVAL) {
            if (time < gapUntil) {
                continue;
            }
            long stamp = exact ? time : time + random.nextInt(10_000);
            value = next.after(Double.isFinite(value) ? value : 1);
            builder.add(stamp, value);
            if (random.nextInt(60) == 0) {
                gapUntil = time + INTERVAL * random.nextInt(1, 40);
                if (random.nextBoolean()) {
                    builder.add(stamp + 1, Series.STALE_MARKER);
                }
            }
        }
        series.add(builder.build());
    }
}
