package io.weir.processing.oracle;

import io.weir.processing.oracle.HistogramRule.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of a rule that merges exponential histograms over groups, counted in maps. Each window is
 * computed from all lines that arrived before it closed.
 */
public final class HistogramOracle {
    /** Host h is in group h modulo this number. */
    public static final int GROUPS = 2;

    private final HistogramRule rule;
    private final int hosts;
    private final List<HistogramSample> arrived = new ArrayList<>();
    private final List<String> late = new ArrayList<>();
    private long ticked = Long.MIN_VALUE;

    /** @param hosts are numbered from 0 */
    public HistogramOracle(HistogramRule rule, int hosts) {
        this.rule = rule;
        this.hosts = hosts;
    }

    /** Time has come to this moment. */
    public void tick(long millis) {
        ticked = millis;
    }

    /** A line arrives. */
    public void take(HistogramSample sample) {
        long last = rule.lastStart(sample.millis());
        long first = last - HistogramRule.WINDOW + rule.every();
        if (!sample.isEnd() && rule.isClosed(first, ticked)) {
            late.add(sample.line());
        }
        if (sample.isEnd() || !rule.isClosed(last, ticked)) {
            arrived.add(sample.at(ticked));
        }
    }

    /** The lines that came too late for at least one of their windows. */
    public List<String> late() {
        return late;
    }

    /** The fields of each result, by its series and time. */
    public SortedMap<String, String> results() {
        SortedMap<String, String> lines = new TreeMap<>();
        long first = arrived.stream().mapToLong(HistogramSample::millis).min().orElseThrow() - HistogramRule.WINDOW;
        long last = arrived.stream().mapToLong(HistogramSample::millis).max().orElseThrow() + rule.hold();
        for (int group = 0; group < GROUPS; group++) {
            boolean wasEmpty = true;
            for (long start = rule.lastStart(first); start <= last + 2 * rule.every(); start += rule.every()) {
                String fields = fields(group, start);
                boolean isEmpty = fields.contains("sources=0i");
                if (!isEmpty || !wasEmpty) {
                    lines.put("merged,group=" + group + " " + start * 1_000_000, fields);
                }
                wasEmpty = isEmpty;
            }
        }
        return lines;
    }

    private String fields(int group, long start) {
        List<HistogramSample> counted = new ArrayList<>();
        int sources = 0;
        int held = 0;
        int samples = 0;
        for (int host = group; host < hosts; host += GROUPS) {
            List<HistogramSample> known = known(host, start);
            List<HistogramSample> here = known.stream()
                    .filter(each -> !each.isEnd() && isIn(each, start))
                    .toList();
            List<HistogramSample> own = rule.isLast() ? last(known, here, start) : steps(known, here);
            counted.addAll(own);
            sources += own.isEmpty() ? 0 : 1;
            held += !own.isEmpty() && here.isEmpty() ? 1 : 0;
            samples += own.isEmpty() ? 0 : here.size();
        }
        String counts = "sources=%di,held=%di,samples=%di".formatted(sources, held, samples);
        if (sources > 0) {
            return merged(counted) + counts;
        }
        return rule.where() != Where.ALL ? "s_count=0.0," + counts : counts;
    }

    private static boolean isIn(HistogramSample sample, long start) {
        return sample.millis() >= start && sample.millis() < start + HistogramRule.WINDOW;
    }

    /** The samples of a host that have arrived when a window closes, in the order of time. */
    private List<HistogramSample> known(int host, long start) {
        List<HistogramSample> known = new ArrayList<>();
        for (HistogramSample each : arrived) {
            if (each.host() == host && !rule.isClosed(start, each.ticked())) {
                known.removeIf(each::repeats);
                known.add(each);
            }
        }
        // An end is after a histogram of the same time.
        known.sort((one, other) -> one.nanos() != other.nanos()
                ? Long.compare(one.nanos(), other.nanos())
                : Boolean.compare(one.isEnd(), other.isEnd()));
        return known;
    }

    private static List<HistogramSample> steps(List<HistogramSample> known, List<HistogramSample> here) {
        List<HistogramSample> steps = new ArrayList<>();
        for (HistogramSample each : here) {
            int before = known.indexOf(each) - 1;
            step(each, before < 0 ? null : known.get(before), steps);
        }
        return steps;
    }

    /** The last histogram of a window, or the one that is held in it. */
    private List<HistogramSample> last(List<HistogramSample> known, List<HistogramSample> here, long start) {
        if (!here.isEmpty()) {
            return List.of(here.get(here.size() - 1));
        }
        List<HistogramSample> before = known.stream()
                .filter(each -> each.millis() < start + HistogramRule.WINDOW)
                .toList();
        if (before.isEmpty()) {
            return List.of();
        }
        HistogramSample last = before.get(before.size() - 1);
        boolean isHeld = !last.isEnd() && start * 1_000_000 - last.nanos() <= rule.hold() * 1_000_000;
        return isHeld ? List.of(last) : List.of();
    }

    /** Adds the observations since the line before, if the two lines determine them. */
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

    private String merged(List<HistogramSample> steps) {
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
        String fields = "";
        if (total > 0) {
            double matching = matching(all, zeros, scale);
            fields = rule.where() != Where.ALL
                    ? "s_share=%s,s_count=%s,".formatted(matching / total, matching)
                    : "s_median=%s,s_p99=%s,"
                            .formatted(
                                    quantile(all, zeros, total * 0.5, scale),
                                    quantile(all, zeros, total * 0.99, scale));
        } else if (rule.where() != Where.ALL) {
            fields = "s_count=0.0,";
        }
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

    private double matching(SortedMap<HistogramBucket, Long> counts, long zeros, int scale) {
        boolean areSmallNegative = rule.where() == Where.ABOVE_2_AND_BELOW_0;
        double matching = areSmallNegative ? 0 : zeros;
        double width = Math.pow(2, -scale);
        for (Map.Entry<HistogramBucket, Long> each : counts.entrySet()) {
            double exponent = each.getKey().isNegative() ? 2 : 1;
            double above = each.getKey().index() + 1 - exponent / width;
            matching += each.getKey().isNegative() && areSmallNegative
                    ? each.getValue()
                    : each.getValue() * Math.min(1, Math.max(0, above));
        }
        return matching;
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
