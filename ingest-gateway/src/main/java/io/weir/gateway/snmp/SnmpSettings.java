package io.weir.gateway.snmp;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.StartException;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.ShareKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An input that asks devices by SNMP. */
public record SnmpSettings(InputName input, int threads, ShareKeys share, List<JobSettings> jobs)
        implements InputSettings {
    private static final int MOST_THREADS = 64;

    /** Copies the list. */
    public SnmpSettings {
        jobs = List.copyOf(jobs);
    }

    public static SnmpSettings read(InputName name, YamlSection section) {
        int threads = section.integer("threads", 1, MOST_THREADS, "threads that read answers; devices need none")
                .or(1);
        ShareKeys share = ShareKeys.read(section);
        Duration interval = section.duration("interval", JobSettings.SHORTEST, "default of interval of all jobs")
                .or(Duration.ofMinutes(1));
        List<JobSettings> jobs = section.sections("jobs", job -> JobKeys.read(job, interval), "the jobs");
        Set<String> names = new HashSet<>();
        for (JobSettings job : jobs) {
            if (!names.add(job.name())) {
                section.refuse("jobs", "has two jobs named \"" + job.name() + "\"", "give each job its own name");
            }
        }
        return new SnmpSettings(name, threads, share, jobs);
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
        return SnmpInput.open(name(), jobs, threads, share.join(name(), intakes.kafka()), intakes);
    }
}
