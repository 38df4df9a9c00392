package io.weir.gateway.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.gateway.poll.TargetGroup;
import io.weir.gateway.relabel.RelabelRule;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes targets of addresses and labels, as Prometheus does. */
final class Targets {
    private static final int MOST_SHOWN = 300;
    private static final String ADDRESS = "__address__";
    private static final String SCHEME = "__scheme__";
    private static final String PATH = "__metrics_path__";
    private static final String INTERVAL = "__scrape_interval__";
    private static final String TIMEOUT = "__scrape_timeout__";
    private static final String PARAM = "__param_";
    private static final String INTERNAL = "__";
    private static final String JOB = "job";
    private static final String INSTANCE = "instance";

    private Targets() {}

    /**
     * The targets that relabelling keeps, by their key.
     *
     * @param mistakes receives what is wrong with addresses that are left out
     */
    static Map<String, Target> of(JobSettings job, List<TargetGroup> groups, Consumer<String> mistakes) {
        Map<String, Target> targets = new LinkedHashMap<>();
        for (TargetGroup group : groups) {
            for (String address : group.targets()) {
                try {
                    Target target = target(job, address, group.labels());
                    if (target != null) {
                        targets.put(target.key(), target);
                    }
                } catch (URISyntaxException | IllegalArgumentException e) {
                    mistakes.accept("target " + Refusal.quote(address) + ": " + shown(String.valueOf(e.getMessage())));
                }
            }
        }
        return targets;
    }

    private static String shown(String message) {
        return message.length() <= MOST_SHOWN ? message : message.substring(0, MOST_SHOWN) + "…";
    }

    private static @Nullable Target target(JobSettings job, String address, SortedMap<String, String> ofGroup)
            throws URISyntaxException {
        SortedMap<String, String> labels = new TreeMap<>(ofGroup);
        labels.put(ADDRESS, address);
        labels.putIfAbsent(JOB, job.name());
        labels.putIfAbsent(SCHEME, job.scheme());
        labels.putIfAbsent(PATH, job.path());
        labels.putIfAbsent(INTERVAL, Durations.format(job.interval()));
        labels.putIfAbsent(TIMEOUT, Durations.format(job.timeout()));
        job.params().forEach((name, values) -> labels.putIfAbsent(PARAM + name, values.isEmpty() ? "" : values.get(0)));
        if (!RelabelRule.applyAll(job.relabel(), labels)) {
            return null;
        }
        URI uri = uri(job, labels);
        Duration interval = Durations.parse(labels.getOrDefault(INTERVAL, ""));
        Duration timeout = Durations.parse(labels.getOrDefault(TIMEOUT, ""));
        if (interval.compareTo(JobSettings.SHORTEST) < 0 || timeout.isZero() || timeout.compareTo(interval) > 0) {
            throw new IllegalArgumentException("the interval must be 100ms or more, and the timeout not longer");
        }
        labels.putIfAbsent(INSTANCE, labels.getOrDefault(ADDRESS, ""));
        labels.keySet().removeIf(name -> name.startsWith(INTERNAL));
        labels.values().removeIf(String::isEmpty);
        Target target = new Target(job, uri, interval, timeout, labels);
        byte[] unused = target.ownSeries(OwnSeries.LONGEST); // Throws if a label cannot be spelled.
        return target;
    }

    private static URI uri(JobSettings job, SortedMap<String, String> labels) throws URISyntaxException {
        String scheme = labels.getOrDefault(SCHEME, "");
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("the scheme must be http or https, was \"" + scheme + "\"");
        }
        String path = labels.getOrDefault(PATH, "");
        URI uri = new URI(scheme + "://" + labels.getOrDefault(ADDRESS, "") + (path.startsWith("/") ? "" : "/") + path
                + query(job, labels));
        if (uri.getHost() == null && labels.getOrDefault(ADDRESS, "").indexOf('_') >= 0) {
            throw new IllegalArgumentException(
                    "a host name must not have an underscore (Java's HTTP refuses it); use an alias without, or its number");
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getPort() > 0xFFFF) {
            throw new IllegalArgumentException("the address must be HOST or HOST:PORT, such as flp17:9100");
        }
        return uri;
    }

    /** The first value of each parameter is a label, which relabelling may have changed. */
    private static String query(JobSettings job, SortedMap<String, String> labels) {
        SortedMap<String, List<String>> params = new TreeMap<>(job.params());
        labels.forEach((name, value) -> {
            if (name.startsWith(PARAM)) {
                String param = name.substring(PARAM.length());
                List<String> values = new ArrayList<>(params.getOrDefault(param, List.of("")));
                values.set(0, value);
                params.put(param, values);
            }
        });
        StringBuilder query = new StringBuilder();
        params.forEach((name, values) -> values.forEach(value -> query.append(query.isEmpty() ? '?' : '&')
                .append(URLEncoder.encode(name, UTF_8))
                .append('=')
                .append(URLEncoder.encode(value, UTF_8))));
        return query.toString();
    }
}
