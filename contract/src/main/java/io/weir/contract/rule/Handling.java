package io.weir.contract.rule;

import io.weir.contract.yaml.YamlSection;
import java.util.Objects;
import java.util.Optional;

/**
 * What is made of an alarm, whatever raises it.
 *
 * @param message what the operator reads
 * @param guidance where the operator reads what to do; may be empty
 * @param latch whether an alarm that clears unacknowledged stays until it is acknowledged
 * @param action what the control system is asked to do
 * @param chatter when it is raised too often to be told each time; empty: it is always told
 * @param escalation what becomes of it if nobody acknowledges it; empty: nothing
 */
public record Handling(
        MessageTemplate message,
        String guidance,
        boolean latch,
        Optional<Action> action,
        Optional<Chatter> chatter,
        Optional<Escalation> escalation) {

    /** What holds without a word of it in the rule file. */
    public static final Handling DEFAULT = new Handling(
            MessageTemplate.of("{rule}: {field} is {value}"),
            "",
            false,
            Optional.empty(),
            Optional.of(Chatter.DEFAULT),
            Optional.empty());

    public Handling {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(guidance, "guidance");
    }

    /** The same with another message. */
    Handling withMessage(MessageTemplate other) {
        return new Handling(other, guidance, latch, action, chatter, escalation);
    }

    static Handling read(YamlSection section) {
        return new Handling(
                section.value("message", DEFAULT.message, MessageTemplate::of, "what the operator reads")
                        .or(DEFAULT.message),
                section.text("guidance", "where the operator reads what to do").or(DEFAULT.guidance),
                section.flag("latch", "an alarm that clears unacknowledged stays until somebody acknowledges it")
                        .or(DEFAULT.latch),
                ActionReader.read(section),
                Chatter.read(section),
                Escalation.read(section));
    }
}
