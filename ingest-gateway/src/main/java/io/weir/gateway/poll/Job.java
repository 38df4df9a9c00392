package io.weir.gateway.poll;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job with its current targets. Thread-safe.
 *
 * @param <T> the type of a target
 */
public final class Job<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    private final String name;
    private final Lister<T> lister;
    private final Function<T, Poller<T>> pollers;
    private final Map<Object, List<TargetGroup>> groups = new HashMap<>();
    private Map<String, Poller<T>> running = new HashMap<>();
    /** The messages that were logged about addresses that are left out. */
    private Set<String> leftOut = Set.of();

    /** Makes targets of groups. */
    public interface Lister<T> {
        /**
         * The targets by their key.
         *
         * @param mistakes receives what is wrong with addresses that are left out
         */
        Map<String, T> targets(List<TargetGroup> groups, Consumer<String> mistakes);
    }

    /** Polls one target. */
    public interface Poller<T> {
        /** Begins to poll. */
        void start();

        /** The same target has other settings now, such as its interval. */
        void change(T target);

        /** The target is no longer listed. */
        void remove();
    }

    /**
     * Without targets.
     *
     * @param name for the log
     * @param pollers creates the poller of each target
     */
    public Job(String name, Lister<T> lister, Function<T, Poller<T>> pollers) {
        this.name = name;
        this.lister = lister;
        this.pollers = pollers;
    }

    /** Replaces the groups that one source lists. Targets that stay are polled on. */
    public synchronized void update(Object source, List<TargetGroup> listed) {
        Map<Object, List<TargetGroup>> all = new HashMap<>(groups);
        all.put(source, listed);
        Map<String, Poller<T>> now = new HashMap<>();
        List<Poller<T>> added = new ArrayList<>();
        Set<String> wrong = new LinkedHashSet<>();
        // Throws before targets come or go.
        lister.targets(all.values().stream().flatMap(List::stream).toList(), wrong::add)
                .forEach((key, target) -> {
                    Poller<T> poller = running.get(key);
                    if (poller == null) {
                        poller = pollers.apply(target);
                        added.add(poller);
                    } else {
                        poller.change(target);
                    }
                    now.put(key, poller);
                });
        groups.put(source, listed);
        wrong.stream()
                .filter(each -> !leftOut.contains(each))
                .forEach(each -> LOG.warn("{} leaves out {}", name, each));
        leftOut = wrong;
        running.keySet().removeAll(now.keySet());
        running.values().forEach(Poller::remove);
        running = now;
        added.forEach(Poller::start);
    }

    /** Number of current targets. */
    public synchronized int targets() {
        return running.size();
    }

    @Override
    public String toString() {
        return name;
    }
}
