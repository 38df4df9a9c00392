package io.weir.gateway.snmp;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.poll.TargetKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The keys of a job. */
final class JobKeys {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    private static final int RETRIES = 2;
    private static final int MOST_RETRIES = 10;
    private static final int REPETITIONS = 10;
    private static final int MOST_REPETITIONS = 100;
    private static final int ROWS = 10_000;
    private static final int MOST_ROWS = 1_000_000;

    private JobKeys() {}

    static JobSettings read(YamlSection job, Duration intervalOfAll) {
        String name = job.text("job-name", "value of the tag job").required();
        Duration interval = job.duration("interval", JobSettings.SHORTEST, "time between two polls of a device")
                .or(intervalOfAll, "interval of the input");
        Duration timeout = job.duration("timeout", Duration.ofMillis(1), "time for all answers of a poll")
                .or(least(interval, TIMEOUT), "30s, at most interval");
        if (timeout.compareTo(interval) > 0) {
            job.refuse("timeout", "is longer than interval", "decrease it");
        }
        Duration requestTimeout = job.duration(
                        "request-timeout", Duration.ofMillis(1), "time for one answer; then the request is repeated")
                .or(least(timeout, REQUEST_TIMEOUT), "2s, at most timeout");
        if (requestTimeout.compareTo(timeout) > 0) {
            job.refuse("request-timeout", "is longer than timeout", "decrease it");
        }
        return new JobSettings(
                name,
                interval,
                timeout,
                requestTimeout,
                job.integer("retries", 0, MOST_RETRIES, "repetitions of a request without an answer")
                        .or(RETRIES),
                job.integer("max-repetitions", 1, MOST_REPETITIONS, "rows that a request asks for")
                        .or(REPETITIONS),
                job.integer("row-limit", 1, MOST_ROWS, "a table with more rows fails")
                        .or(ROWS),
                AccessKeys.read(job),
                tables(job),
                TargetKeys.groups(job),
                TargetKeys.files(job));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static List<Table> tables(YamlSection job) {
        List<Profile> profiles =
                job.choices("profiles", Profile.class, "ready lists of tables").or(List.of());
        Set<String> known = new HashSet<>();
        List<Table> all = new ArrayList<>();
        profiles.stream()
                .distinct()
                .flatMap(profile -> profile.tables().stream())
                .forEach(table -> {
                    if (known.add(table.measurement() + table.columns())) { // Some profiles share a table.
                        all.add(table);
                    }
                });
        all.addAll(TableKeys.read(job));
        if (all.isEmpty()) {
            job.refuse("profiles", "is missing, and so are tables and scalars", "set one of them, such as [if-mib]");
        }
        return all;
    }
}
