package io.weir.gateway.message;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.limit.SequenceName;
import java.util.Optional;

/** The keys for sequence numbers in line protocol. */
final class SequenceKeys {
    private SequenceKeys() {}

    /** The keys {@code sequence.field} and {@code sequence.tag}, of which at most one is set. */
    static Optional<SequenceName> read(YamlSection input) {
        YamlSection sequence = input.section("sequence");
        Optional<SequenceName> field = sequence.value(
                        "field",
                        new SequenceName("none", false),
                        name -> new SequenceName(name, false),
                        "field in which senders number their datagrams or lines; gaps are counted")
                .optional();
        Optional<SequenceName> tag = sequence.value(
                        "tag",
                        new SequenceName("none", true),
                        name -> new SequenceName(name, true),
                        "the same as a tag, which is removed from the series")
                .optional();
        if (field.isPresent() && tag.isPresent()) {
            sequence.refuse("tag", "conflicts with field", "keep the one that senders use");
        }
        return field.or(() -> tag);
    }

    /** Lets the intake count gaps, if there are sequence numbers. */
    static LineIntake count(LineIntake intake, Optional<SequenceName> sequence) {
        return sequence.map(intake::withSequence).orElse(intake);
    }
}
