package io.weir.gateway.scrape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job with its current targets. Thread-safe. */
final class Job {
    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    private final JobSettings settings;
    private final Function<Target, TargetLoop> loops;
    private final Map<Object, List<TargetGroup>> groups = new HashMap<>();
    private Map<String, TargetLoop> running = new HashMap<>();
    /** What was logged about addresses that are left out. */
    private Set<String> leftOut = Set.of();

    /** Without targets; {@code loops} creates the loop of each. */
    Job(JobSettings settings, Function<Target, TargetLoop> loops) {
        this.settings = settings;
        this.loops = loops;
    }

    JobSettings settings() {
        return settings;
    }

    /** Replaces the groups that one source lists. Targets that stay are scraped on. */
    synchronized void update(Object source, List<TargetGroup> listed) {
        Map<Object, List<TargetGroup>> all = new HashMap<>(groups);
        all.put(source, listed);
        Map<String, TargetLoop> now = new HashMap<>();
        List<TargetLoop> added = new ArrayList<>();
        Set<String> wrong = new LinkedHashSet<>();
        // Throws before targets come or go.
        Targets.of(settings, all.values().stream().flatMap(List::stream).toList(), wrong::add)
                .forEach((key, target) -> {
                    TargetLoop loop = running.get(key);
                    if (loop == null) {
                        loop = loops.apply(target);
                        added.add(loop);
                    } else {
                        loop.retime(target);
                    }
                    now.put(key, loop);
                });
        groups.put(source, listed);
        wrong.stream()
                .filter(each -> !leftOut.contains(each))
                .forEach(each -> LOG.warn("scrape job={} leaves out {}", settings.name(), each));
        leftOut = wrong;
        running.keySet().removeAll(now.keySet());
        running.values().forEach(TargetLoop::remove);
        running = now;
        added.forEach(TargetLoop::start);
    }

    synchronized int targets() {
        return running.size();
    }
}
