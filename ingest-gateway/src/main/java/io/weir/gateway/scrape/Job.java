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
        groups.put(source, listed);
        List<TargetGroup> all = new ArrayList<>();
        groups.values().forEach(all::addAll);
        Map<String, TargetLoop> now = new HashMap<>();
        Targets.of(settings, all, wrong -> LOG.warn("scrape job={} leaves out {}", settings.name(), wrong))
                .forEach((key, target) -> {
                    TargetLoop former = running.remove(key);
                    TargetLoop loop = former == null ? loops.apply(target) : former;
                    now.put(key, loop);
                    if (former == null) {
                        loop.start();
                    }
                });
        running.values().forEach(TargetLoop::remove);
        running = now;
    }

    synchronized int targets() {
        return running.size();
    }
}
