package io.weir.gateway.poll;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.setting.InputName;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The keys of every input that polls targets.
 *
 * @param <J> the settings of a job
 * @param threads that read answers
 */
public record PollKeys<J>(int threads, ShareKeys share, List<J> jobs) {
    private static final int MOST_THREADS = 64;

    /** Copies the list. */
    public PollKeys {
        jobs = List.copyOf(jobs);
    }

    /**
     * Reads them.
     *
     * @param polls what is polled, for operators
     * @param intervalKey the key of the interval, in this section and in those of the jobs
     * @param shortest the shortest interval
     * @param job reads a job with the default of its interval
     * @param name of a job
     */
    public static <J> PollKeys<J> read(
            YamlSection section,
            String polls,
            String intervalKey,
            Duration shortest,
            BiFunction<YamlSection, Duration, J> job,
            Function<J, String> name) {
        int threads = section.integer("threads", 1, MOST_THREADS, "threads that read answers; " + polls + " need none")
                .or(1);
        ShareKeys share = ShareKeys.read(section);
        Duration interval = section.duration(intervalKey, shortest, "default of " + intervalKey + " of all jobs")
                .or(Duration.ofMinutes(1));
        List<J> jobs = section.sections("jobs", each -> job.apply(each, interval), "the jobs");
        Set<String> names = new HashSet<>();
        for (J each : jobs) {
            if (!names.add(name.apply(each))) {
                section.refuse("jobs", "has two jobs named \"" + name.apply(each) + "\"", "give each job its own name");
            }
        }
        return new PollKeys<>(threads, share, jobs);
    }

    /** @throws StartException if there are no jobs */
    public void requireJobs(InputName input) {
        if (jobs.isEmpty()) {
            throw new StartException("input " + input.text() + " has no jobs; set " + input.key("jobs"));
        }
    }
}
