package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
 * @param maskedWhile what is set for the farm while it is suppressed by design, too
 */
public record Handling(
        MessageTemplate message,
        String guidance,
        boolean latch,
        Optional<Action> action,
        Optional<Chatter> chatter,
        Optional<Escalation> escalation,
        Optional<OtherAlarms> maskedBy,
        Optional<MaskedWhile> maskedWhile) {

    /** What holds without a word of it in the rule file. */
    public static final Handling DEFAULT = new Handling(
            MessageTemplate.of("{rule}: {field} is {value}"),
            "",
            false,
            Optional.empty(),
            Optional.of(Chatter.DEFAULT),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** What no tag is meant by: {@code alarm} in arguments of an action only, {@code field} in messages only. */
    private static final Set<String> PLACEHOLDERS = Set.of("value", "threshold", "field", "rule", "severity", "alarm");

    public Handling {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(guidance, "guidance");
    }

    /** The tags that its texts name, by the key of the text. */
    public SortedMap<String, List<String>> namedTags() {
        SortedMap<String, List<String>> named = new TreeMap<>();
        named.put("message", tags(message));
        action.ifPresent(asked ->
                asked.arguments().forEach((argument, text) -> named.put("action.arguments." + argument, tags(text))));
        return named;
    }

    private static List<String> tags(MessageTemplate text) {
        return text.placeholders().stream()
                .filter(name -> !PLACEHOLDERS.contains(name))
                .distinct()
                .sorted()
                .toList();
    }

    /** The same with another message. */
    Handling withMessage(MessageTemplate other) {
        return new Handling(other, guidance, latch, action, chatter, escalation, maskedBy, maskedWhile);
    }

    /** Refuses a message, or arguments of an action, with tags that the alarms do not have, which have just those of a group. */
    void requireNoTagsBut(List<String> by) {
        requireTags(
                by::contains,
                tag -> "names {" + tag + "}, which the alarm does not have",
                by.isEmpty()
                        ? "it has no tags; write by: […] to group its members by tags"
                        : "it has the tags of its group: " + String.join(", ", by));
    }

    /** Refuses a message, or arguments of an action, with tags that no series of a match has. */
    void requireTagsOf(Match match) {
        requireTags(
                tag -> !match.without().contains(tag),
                tag -> "names the tag " + tag + ", which no series of the match has: its without says so",
                "name a tag that they have");
    }

    private void requireTags(Predicate<String> canHave, UnaryOperator<String> wrong, String remedy) {
        namedTags()
                .forEach((place, tags) -> tags.stream().filter(canHave.negate()).forEach(tag -> {
                    throw new Refusal(place, wrong.apply(tag), remedy);
                }));
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
                        .optional(),
                MaskedWhile.read(section));
    }

    private static OtherAlarms masks(YamlSection section) {
        return OtherAlarms.read(section, "on", "tags whose values must be the same as its own; default: any hides all");
    }
}
