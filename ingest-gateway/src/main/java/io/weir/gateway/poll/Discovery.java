package io.weir.gateway.poll;

import io.weir.contract.config.MistakesException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the lists of one source on to a job. While a list is not readable, its former targets stay.
 * Belongs to one thread.
 */
public final class Discovery {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private final Job<?> job;
    private final String origin;
    private final Map<String, byte[]> lists = new HashMap<>();
    private final Map<String, String> troubles = new HashMap<>();

    /** {@code origin} is the label with the name of the list. */
    public Discovery(Job<?> job, String origin) {
        this.job = job;
        this.origin = origin;
    }

    /** The current bytes of a list. */
    public void listed(String name, byte[] bytes) {
        byte[] former = lists.get(name);
        if (former != null && Arrays.equals(former, bytes)) {
            readable(name);
            return;
        }
        try {
            List<TargetGroup> groups = TargetList.read(name, bytes, origin);
            job.update(name, groups);
            lists.put(name, bytes);
            readable(name);
            LOG.info("{} targets={} after a change of {}", job, job.targets(), name);
        } catch (MistakesException e) {
            failed(name, String.valueOf(e.getMessage()));
        }
    }

    /** A list is not readable; logged once for each reason. */
    public void failed(String name, String why) {
        if (!why.equals(troubles.put(name, why))) {
            LOG.warn("{} keeps the former targets of {}: {}", job, name, why);
        }
    }

    /** The list is readable again, so a return of the same trouble is logged. */
    void readable(String name) {
        troubles.remove(name);
    }

    /** The names of all lists that were read. */
    List<String> names() {
        return List.copyOf(lists.keySet());
    }

    /** A list is gone. */
    void removed(String name) {
        lists.remove(name);
        troubles.remove(name);
        job.update(name, List.of());
        LOG.info("{} targets={} without {}", job, job.targets(), name);
    }
}
