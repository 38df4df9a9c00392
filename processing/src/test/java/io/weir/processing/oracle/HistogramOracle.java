package io.weir.processing.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of a rule that merges exponential histograms over groups, counted in maps. The rule has
 * the functions median and p99, and writes the merged histogram.
 */
public final class HistogramOracle {
    /** Host h is in group h modulo this number. */
    public static final int GROUPS = 2;
    /** The length of windows in milliseconds. */
    public static final long WINDOW = 1_000;
    /** The grace of windows in milliseconds. */
    public static final long GRACE = 500;

    private final int hosts;
    private final List<HistogramSample> accepted = new ArrayList<>();
    private final List<String> late = new ArrayList<>();
    private long ticked = Long.MIN_VALUE;

    /** @param hosts are numbered from 0 */
    public HistogramOracle(int hosts) {
        this.hosts = hosts;
    }

    /** Time has come to this moment. */
    public void tick(long millis) {
        ticked = millis;
    }

    /** A line arrives. */
    public void take(HistogramSample sample) {
        if (!sample.isEnd() && sample.isClosedAt(ticked)) {
            late.add(sample.line());
        } else if (!sample.isEnd() || accepted.stream().noneMatch(sample::repeats)) {
            accepted.removeIf(sample::repeats);
            accepted.add(sample.at(ticked));
        }
    }

    /** The lines that came too late for their windows. */
    public List<String> late() {
        return late;
    }

    /** The fields of each result, by its series and time. */
    public SortedMap<String, String> results() {
        SortedMap<String, String> lines = new TreeMap<>();
        long step = WINDOW * 1_000_000;
        long first = accepted.stream().mapToLong(HistogramSample::start).min().orElseThrow();
        long last = accepted.stream().mapToLong(HistogramSample::start).max().orElseThrow() + step;
        for (int group = 0; group < GROUPS; group++) {
            boolean wasEmpty = true;
            for (long start = first; start <= last; start += step) {
                String fields = fields(group, start);
                boolean isEmpty = fields.startsWith("sources=0i");
                if (!isEmpty || !wasEmpty) {
                    lines.put("merged,group=" + group + " " + start, fields);
                }
                wasEmpty = isEmpty;
            }
        }
        return lines;
    }

    private String fields(int group, long start) {
        List<HistogramSample> steps = new ArrayList<>();
        int sources = 0;
        int samples = 0;
        for (int host = group; host < hosts; host += GROUPS) {
            List<HistogramSample> ofHost = ofHost(host);
            List<HistogramSample> here = new ArrayList<>();
            for (int i = 0; i < ofHost.size(); i++) {
                HistogramSample sample = ofHost.get(i);
                if (sample.start() == start && !sample.isEnd()) {
                    samples++;
                    // An end that arrived after the result does not change it.
                    int before = i - 1;
                    while (before >= 0
                            && ofHost.get(before).isEnd()
                            && sample.isClosedAt(ofHost.get(before).ticked())) {
                        before--;
                    }
                    step(sample, before < 0 ? null : ofHost.get(before), here);
                }
            }
            sources += here.isEmpty() ? 0 : 1;
            samples -= here.isEmpty()
                    ? (int) ofHost.stream()
                            .filter(each -> each.start() == start && !each.isEnd())
                            .count()
                    : 0;
            steps.addAll(here);
        }
        String counts = "sources=%di,held=0i,samples=%di".formatted(sources, samples);
        return sources == 0 ? counts : merged(steps) + counts;
    }

    private List<HistogramSample> ofHost(int host) {
        return accepted.stream()
                .filter(sample -> sample.host() == host)
                // An end is after a histogram of the same time.
                .sorted((one, other) -> one.nanos() != other.nanos()
                        ? Long.compare(one.nanos(), other.nanos())
                        : Boolean.compare(one.isEnd(), other.isEnd()))
                .toList();
    }

    /** Adds the observations since the line before, if that tells them. */
    private static void step(HistogramSample sample, @Nullable HistogramSample before, List<HistogramSample> to) {
        if (sample.isDelta()) {
            to.add(sample);
        } else if (before != null && !before.isEnd()) {
            SortedMap<HistogramBucket, Long> later = sample.at(sample.scale());
            SortedMap<HistogramBucket, Long> earlier = before.at(sample.scale());
            boolean begins = before.zeros() > sample.zeros()
                    || (!before.counts().isEmpty() && !later.isEmpty() && before.scale() < sample.scale())
                    || earlier.entrySet().stream()
                            .anyMatch(each -> later.getOrDefault(each.getKey(), 0L) < each.getValue());
            if (begins) {
                to.add(sample);
                return;
            }
            earlier.forEach((bucket, count) -> later.merge(bucket, -count, Long::sum));
            later.values().removeIf(count -> count == 0);
            SortedMap<HistogramBucket, Long> fine = new TreeMap<>();
            int width = 1 << (HistogramBucket.FINEST - sample.scale());
            later.forEach((bucket, count) ->
                    fine.put(new HistogramBucket(bucket.isNegative(), bucket.index() * width), count));
            to.add(new HistogramSample(
                    sample.host(), sample.nanos(), 0, false, sample.scale(), sample.zeros() - before.zeros(), fine));
        }
    }

    private static String merged(List<HistogramSample> steps) {
        int scale = steps.stream()
                .filter(step -> !step.counts().isEmpty())
                .mapToInt(HistogramSample::scale)
                .min()
                .orElse(20);
        SortedMap<HistogramBucket, Long> all = new TreeMap<>();
        long zeros = 0;
        for (HistogramSample step : steps) {
            zeros += step.zeros();
            if (!step.counts().isEmpty()) {
                step.at(scale).forEach((bucket, count) -> all.merge(bucket, count, Long::sum));
            }
        }
        long total = zeros + all.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> quantiles = new HashMap<>();
        for (String share : List.of("0.5", "0.99")) {
            quantiles.put(share, quantile(all, zeros, total * Double.parseDouble(share), scale));
        }
        String fields =
                total == 0 ? "" : "s_median=%s,s_p99=%s,".formatted(quantiles.get("0.5"), quantiles.get("0.99"));
        // The counts in the buckets themselves: their scale need not be the finest.
        HistogramSample result =
                new HistogramSample(0, 0, 0, true, Math.min(scale, HistogramBucket.FINEST), zeros, widened(all, scale));
        return fields
                + "count_delta=%d.0,scale=%di,zero_threshold=0.0,zero_count_delta=%d.0".formatted(total, scale, zeros)
                + result.side("positive", "_delta") + result.side("negative", "_delta") + ",";
    }

    private static SortedMap<HistogramBucket, Long> widened(SortedMap<HistogramBucket, Long> counts, int scale) {
        SortedMap<HistogramBucket, Long> fine = new TreeMap<>();
        counts.forEach((bucket, count) -> fine.put(
                new HistogramBucket(bucket.isNegative(), bucket.index() * (1 << (HistogramBucket.FINEST - scale))),
                count));
        return fine;
    }

    private static double quantile(SortedMap<HistogramBucket, Long> counts, long zeros, double rank, int scale) {
        double below = 0;
        boolean passedZero = false;
        for (Map.Entry<HistogramBucket, Long> each : counts.entrySet()) {
            HistogramBucket bucket = each.getKey();
            if (!bucket.isNegative() && !passedZero) {
                passedZero = true;
                below += zeros;
                if (zeros > 0 && below >= rank) {
                    return 0;
                }
            }
            if (below + each.getValue() >= rank) {
                double within = (rank - below) / each.getValue();
                double width = Math.pow(2, -scale);
                return bucket.isNegative()
                        ? -Math.pow(2, (bucket.index() + 1 - within) * width)
                        : Math.pow(2, (bucket.index() + within) * width);
            }
            below += each.getValue();
        }
        return 0;
    }
}
