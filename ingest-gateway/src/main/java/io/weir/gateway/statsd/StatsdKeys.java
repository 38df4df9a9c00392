package io.weir.gateway.statsd;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.path.Templates;

/** The keys that all inputs for StatsD's samples have. */
public record StatsdKeys(Templates templates, SignedGauges signedGauges) {
    /** The port of StatsD and of DogStatsD. */
    static final int PORT = 8125;

    static final String PROTOCOL = "StatsD's samples";

    public static StatsdKeys read(YamlSection section) {
        Templates templates = Templates.read(section);
        if (templates.haveFields()) {
            section.refuse(
                    "templates",
                    "has a field, but the type of a sample names its field",
                    "replace field by measurement or the key of a tag");
        }
        return new StatsdKeys(
                templates,
                section.choice(
                                "signed-gauges",
                                SignedGauges.class,
                                "what a gauge such as -5 or +5 is: a value, as Datadog's clients mean it; a change, as"
                                        + " StatsD's clients mean it; or refused")
                        .or(SignedGauges.REFUSE));
    }

    Mapping mapping(LineIntake lines) {
        return new StatsdMapping(lines, templates, signedGauges);
    }
}
