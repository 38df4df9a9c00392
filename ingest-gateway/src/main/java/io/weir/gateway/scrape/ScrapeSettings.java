package io.weir.gateway.scrape;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.kafka.PartitionShare;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An input that scrapes targets as Prometheus does. */
public record ScrapeSettings(
        InputName input, int threads, boolean isShared, Optional<String> group, List<JobSettings> jobs)
        implements InputSettings {
    private static final int MOST_THREADS = 64;

    public static ScrapeSettings read(InputName name, YamlSection section) {
        int threads = section.integer("threads", 1, MOST_THREADS, "threads that read answers; requests need none")
                .or(1);
        boolean isShared = section.flag(
                        "shared",
                        "whether gateways in the same group divide the targets among them; else each scrapes all")
                .or(true);
        Optional<String> group = section.text("group", "consumer group of the gateways; otherwise weir-gateway-NAME")
                .optional();
        if (!isShared && group.isPresent()) {
            section.refuse("group", "has no effect without sharing", "set shared: true, or remove it");
        }
        Duration interval = section.duration(
                        "scrape-interval", JobSettings.SHORTEST, "default of scrape-interval of all jobs")
                .or(Duration.ofMinutes(1));
        List<JobSettings> jobs = section.sections("jobs", job -> JobKeys.read(job, interval), "the jobs");
        Set<String> names = new HashSet<>();
        for (JobSettings job : jobs) {
            if (!names.add(job.name())) {
                section.refuse("jobs", "has two jobs named \"" + job.name() + "\"", "give each job its own name");
            }
        }
        return new ScrapeSettings(name, threads, isShared, group, jobs);
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public Input open(Intakes intakes) {
        if (jobs.isEmpty()) {
            throw new StartException("input " + name() + " has no jobs; set " + input.key("jobs"));
        }
        Share share = isShared ? new GroupShare(joined(intakes.kafka())) : Share.ALL;
        return ScrapeInput.open(name(), jobs, threads, share, intakes);
    }

    private PartitionShare joined(KafkaSettings kafka) {
        return PartitionShare.join(name(), group.orElse(kafka.topics().prefix() + "weir-gateway-" + name()), kafka);
    }

    /** The part of the targets whose partitions this gateway has. */
    private record GroupShare(PartitionShare parts) implements Share {
        @Override
        public boolean hasTarget(long hash) {
            return parts.has(hash);
        }

        @Override
        public void close() {
            parts.close();
        }

        @Override
        public String toString() {
            return parts.toString();
        }
    }
}
