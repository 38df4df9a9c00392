package io.weir.gateway.scrape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        // Throws before targets come or go.
        Targets.of(settings, all.values().stream().flatMap(List::stream).toList(), this::leaveOut)
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
        running.keySet().removeAll(now.keySet());
        running.values().forEach(TargetLoop::remove);
        running = now;
        added.forEach(TargetLoop::start);
    }

    private void leaveOut(String wrong) {
        LOG.warn("scrape job={} leaves out {}", settings.name(), wrong);
    }

    synchronized int targets() {
        return running.size();
    }
}
