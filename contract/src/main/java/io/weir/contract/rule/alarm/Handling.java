package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Match;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The handling of an alarm, common to all kinds of alarm rules.
 *
 * @param message for the operator
 * @param guidance place of the instructions for the operator; may be empty
 * @param latch whether an alarm that clears unacknowledged stays until it is acknowledged
 * @param action the request to the control system
 * @param chatter the limits at which it chatters; empty: every raise is published
 * @param escalation if it is not acknowledged; empty: none
 * @param maskedBy alarms that suppress this one by design; tags with these keys must have the same
 *     values in both
 * @param maskedWhile the farm state that also suppresses it by design
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

    /** Applies if the rule file sets nothing. */
    public static final Handling DEFAULT = new Handling(
            MessageTemplate.of("{rule}: {field} is {value}"),
            "",
            false,
            Optional.empty(),
            Optional.of(Chatter.DEFAULT),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /**
     * Placeholders that are not tags: {@code alarm} only in arguments of an action, {@code field}
     * only in messages.
     */
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

    /** Refuses texts with tags that the group's alarms lack: all except {@code by}. */
    void requireNoTagsBut(List<String> by) {
        requireTags(
                by::contains,
                tag -> "names {" + tag + "}, which the alarm does not have",
                by.isEmpty()
                        ? "it has no tags; write by: […] to group its members by tags"
                        : "it has the tags of its group: " + String.join(", ", by));
    }

    /** Refuses texts with tags that no series of a match has. */
    void requireTagsOf(Match match) {
        requireTags(
                tag -> !match.without().contains(tag),
                tag -> "names the tag " + tag + ", which no series has: the match excludes it with without",
                "name a tag that the series have");
    }

    private void requireTags(Predicate<String> canHave, UnaryOperator<String> wrong, String remedy) {
        namedTags()
                .forEach((place, tags) -> tags.stream().filter(canHave.negate()).forEach(tag -> {
                    throw new Refusal(place, wrong.apply(tag), remedy);
                }));
    }

    static Handling read(YamlSection section) {
        return new Handling(
                section.value("message", DEFAULT.message, MessageTemplate::of, "message for the operator")
                        .or(DEFAULT.message),
                section.text("guidance", "place of the instructions for the operator")
                        .or(DEFAULT.guidance),
                section.flag("latch", "whether an alarm that cleared stays until somebody acknowledges it")
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
        return OtherAlarms.read(
                section, "on", "tags whose values both alarms share; default: any alarm suppresses all");
    }
}
