package io.weir.gateway.scrape;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.PollKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input that scrapes targets as Prometheus does. */
public record ScrapeSettings(InputName input, PollKeys<JobSettings> polls) implements InputSettings {

    public static ScrapeSettings read(InputName name, YamlSection section) {
        return new ScrapeSettings(
                name,
                PollKeys.read(
                        section,
                        "requests",
                        "scrape-interval",
                        JobSettings.SHORTEST,
                        JobKeys::read,
                        JobSettings::name));
    }

    @Override
    public String name() {
        return input.text();
    }

    @Override
    public int threads() {
        return polls.threads();
    }

    @Override
    public Input open(Intakes intakes) {
        polls.requireJobs(input);
        return ScrapeInput.open(
                name(), polls.jobs(), polls.threads(), polls.share().join(name(), intakes.kafka()), intakes);
    }
}
