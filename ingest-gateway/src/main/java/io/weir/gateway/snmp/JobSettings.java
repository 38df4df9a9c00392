package io.weir.gateway.snmp;

import io.weir.gateway.poll.FileSource;
import io.weir.gateway.poll.TargetGroup;
import java.time.Duration;
import java.util.List;

/**
 * The settings that the devices of a job share.
 *
 * @param timeout for all answers of a poll; at most the interval
 * @param requestTimeout for one answer, before the request is repeated
 * @param retries repetitions of a request
 * @param repetitions rows that a request asks for
 * @param rowLimit a table with more rows fails
 */
public record JobSettings(
        String name,
        Duration interval,
        Duration timeout,
        Duration requestTimeout,
        int retries,
        int repetitions,
        int rowLimit,
        Access access,
        List<Table> tables,
        List<TargetGroup> groups,
        List<FileSource> files) {
    /** The shortest interval. */
    static final Duration SHORTEST = Duration.ofMillis(100);

    /** Copies the lists. */
    public JobSettings {
        tables = List.copyOf(tables);
        groups = List.copyOf(groups);
        files = List.copyOf(files);
    }

    @Override
    public String toString() {
        return name;
    }
}
