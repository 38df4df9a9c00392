package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is made of an alarm, whatever raises it.
 *
 * @param message what the operator reads
 * @param guidance where the operator reads what to do; may be empty
 * @param latch whether an alarm that clears unacknowledged stays until it is acknowledged
 * @param action what the control system is asked to do
 * @param chatter when it is raised too often to be told each time; empty: it is always told
 * @param escalation what becomes of it if nobody acknowledges it; empty: nothing
 * @param maskedBy alarms during which this one is suppressed by design; where those have tags of these keys, the same as its own
 */
public record Handling(
        MessageTemplate message,
        String guidance,
        boolean latch,
        Optional<Action> action,
        Optional<Chatter> chatter,
        Optional<Escalation> escalation,
        Optional<OtherAlarms> maskedBy) {

    /** What holds without a word of it in the rule file. */
    public static final Handling DEFAULT = new Handling(
            MessageTemplate.of("{rule}: {field} is {value}"),
            "",
            false,
            Optional.empty(),
            Optional.of(Chatter.DEFAULT),
            Optional.empty(),
            Optional.empty());

    /** What no tag is meant by: {@code alarm} in arguments of an action only, {@code field} in messages only. */
    private static final Set<String> PLACEHOLDERS = Set.of("value", "threshold", "field", "rule", "severity", "alarm");

    public Handling {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(guidance, "guidance");
    }

    /** The same with another message. */
    Handling withMessage(MessageTemplate other) {
        return new Handling(other, guidance, latch, action, chatter, escalation, maskedBy);
    }

    /** Refuses a message, or arguments of an action, with tags that the alarms do not have, which have just those of a group. */
    void requireNoTagsBut(List<String> by) {
        requireNoTagsBut(by, "message", message);
        action.ifPresent(asked -> asked.arguments()
                .forEach((argument, template) -> requireNoTagsBut(by, "action.arguments." + argument, template)));
    }

    private static void requireNoTagsBut(List<String> by, String key, MessageTemplate template) {
        Set<String> unknown = new TreeSet<>(template.placeholders());
        unknown.removeAll(PLACEHOLDERS);
        by.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new Refusal(
                    key,
                    "names {" + unknown.iterator().next() + "}, which the alarm does not have",
                    by.isEmpty()
                            ? "it has no tags; write by: […] to group its members by tags"
                            : "it has the tags of its group: " + String.join(", ", by));
        }
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
                Escalation.read(section),
                section.nested(
                                "masked-by",
                                OtherAlarms.NONE,
                                Handling::masks,
                                "alarms that suppress this one by design")
                        .optional());
    }

    private static OtherAlarms masks(YamlSection section) {
        return OtherAlarms.read(section, "on", "tags whose values must be the same as its own; default: any hides all");
    }
}
