package io.weir.gateway.snmp;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.PollKeys;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.setting.InputSettings;

/** An input that asks devices by SNMP. */
public record SnmpSettings(InputName input, PollKeys<JobSettings> polls) implements InputSettings {

    public static SnmpSettings read(InputName name, YamlSection section) {
        return new SnmpSettings(
                name,
                PollKeys.read(section, "devices", "interval", JobSettings.SHORTEST, JobKeys::read, JobSettings::name));
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
        return SnmpInput.open(
                name(), polls.jobs(), polls.threads(), polls.share().join(name(), intakes.kafka()), intakes);
    }
}
