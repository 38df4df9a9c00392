package io.weir.dashboard.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the meters of other Weir processes, which a probe reports as metrics. They show the flow if
 * this process has no gateway. Thread-safe.
 */
public final class FeedMeters implements LiveFeed.Receiver<RuntimeException> {
    private static final String RECEIVED = "weir_gateway_lines_total";
    private static final String PROCESSED = "weir_processing_metrics_total";
    private static final String STORED = "weir_writer_lines_stored_total";
    private static final Set<String> OF_THE_PROCESS = Set.of("meter", "instance", "hostname", "host");
    private static final int MOST = 5_000;
    private static final long RESTART_EVERY_MILLIS = 600_000;
    /** Probes report meters every ten seconds. */
    private static final long SILENT_MILLIS = 35_000;

    private final LiveHub hub;
    private final Map<String, String> lossDescriptions;
    private final List<Selector> selectors;
    private LiveFeed feed;
    private boolean isFull;
    private long restartedMillis;
    private final List<Reported> reported = new ArrayList<>();
    private long nowMillis;
    private double received;
    private double processed;
    private double stored;

    /** The last values of one meter. */
    private static final class Reported {
        private final String meter;
        private final SortedMap<String, String> tags;
        private final boolean isOfRules;
        private long millis = -1;
        private double value;
        private double rate = Double.NaN;
        private long receivedMillis;

        private Reported(SortedMap<String, String> tags, boolean isOfRules) {
            this.meter = tags.getOrDefault("meter", "");
            this.tags = tags;
            this.isOfRules = isOfRules;
        }

        private String labels() {
            return tags.entrySet().stream()
                    .filter(tag -> !OF_THE_PROCESS.contains(tag.getKey()))
                    .map(Map.Entry::getValue)
                    .collect(Collectors.joining(" "));
        }
    }

    /**
     * @param lossDescriptions meters that count losses, by their names among the metrics, with
     *     descriptions
     */
    public FeedMeters(LiveHub hub, Map<String, String> lossDescriptions) {
        this.hub = hub;
        this.lossDescriptions = Map.copyOf(lossDescriptions);
        this.selectors = Stream.of(
                        Stream.of(RECEIVED, PROCESSED, STORED + ",target=main"), lossDescriptions.keySet().stream())
                .flatMap(names -> names)
                .map(name -> Selector.parse("weir,meter=" + name + " value"))
                .collect(Collectors.toCollection(ArrayList::new));
        selectors.add(Selector.parse("weir,rule=* value"));
        this.feed = hub.followItself(selectors, MOST);
    }

    /** The flow of Weir; empty while no gateway is reported. Call every second. */
    public synchronized Optional<Flow> flow(long atMillis) {
        double seconds = nowMillis == 0 ? 0 : Math.max(0, Math.min(10, (atMillis - nowMillis) / 1000.0));
        update(atMillis);
        double in = rate(RECEIVED);
        if (Double.isNaN(in)) {
            return Optional.empty();
        }
        // Between two reports, a meter is assumed to grow at its last rate.
        received += in * seconds;
        processed += orNothing(rate(PROCESSED)) * seconds;
        stored += orNothing(rate(STORED)) * seconds;
        return Optional.of(new Flow((long) received, (long) processed, (long) stored, 0, 0, losses()));
    }

    private static double orNothing(double rate) {
        return Double.isNaN(rate) ? 0 : rate;
    }

    private void update(long atMillis) {
        nowMillis = atMillis;
        if (isFull && atMillis - restartedMillis > RESTART_EVERY_MILLIS) {
            // Removes meters that no longer exist: processes end and start under other names.
            restartedMillis = atMillis;
            isFull = false;
            reported.clear();
            hub.leave(feed);
            feed = hub.followItself(selectors, MOST);
        }
        feed.take(this);
    }

    /** The rate over all processes; NaN if none reports it. */
    private double rate(String meter) {
        double sum = Double.NaN;
        for (Reported one : reported) {
            if (one.meter.equals(meter) && isCurrent(one) && !Double.isNaN(one.rate)) {
                sum = Double.isNaN(sum) ? one.rate : sum + one.rate;
            }
        }
        return sum;
    }

    private boolean isCurrent(Reported one) {
        return one.receivedMillis > nowMillis - SILENT_MILLIS;
    }

    private Map<String, Long> losses() {
        Map<String, Long> losses = new TreeMap<>();
        for (Reported one : reported) {
            String description = one.isOfRules ? null : lossDescriptions.get(one.meter);
            if (description != null && one.value > 0) {
                losses.merge((description + " " + one.labels()).strip(), (long) one.value, Long::sum);
            }
        }
        return losses;
    }

    /** The values of the meters of rules. */
    public synchronized List<RuleCount> ruleCounts(long atMillis) {
        update(atMillis);
        List<RuleCount> counts = new ArrayList<>();
        for (Reported one : reported) {
            String rule = one.tags.get("rule");
            if (one.isOfRules && rule != null && isCurrent(one)) {
                counts.add(new RuleCount(rule, plain(one.meter), one.value));
            }
        }
        return counts;
    }

    /** The meter's name in the registry, without the common prefix. */
    private static String plain(String meter) {
        return meter.replaceFirst("^weir_", "").replaceFirst("_total$", "").replace('_', '.');
    }

    @Override
    public void lines(int first, List<LiveFeed.Line> more) {
        more.forEach(line -> reported.add(new Reported(line.tags(), line.selector() == selectors.size() - 1)));
    }

    @Override
    public void capped(int most) {
        isFull = true;
    }

    @Override
    public void value(int line, long millis, double value, @Nullable String text) {
        Reported one = reported.get(line);
        if (text != null || millis == one.millis) {
            return;
        }
        // The counter of a restarted process begins at 0.
        boolean isFurther = one.millis >= 0 && millis > one.millis && value >= one.value;
        one.rate = isFurther ? (value - one.value) * 1000 / (millis - one.millis) : one.rate;
        one.millis = millis;
        one.value = value;
        one.receivedMillis = nowMillis;
    }
}
