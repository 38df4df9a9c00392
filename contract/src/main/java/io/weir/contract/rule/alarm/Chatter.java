package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits at which an alarm chatters: it is raised so often that only the beginning and the end
 * are published.
 *
 * @param raises an alarm with so many raises begins to chatter
 * @param quiet it chatters until its condition has been unchanged for this time; more than zero
 */
public record Chatter(Recurrence raises, Duration quiet) {

    /** Applies if the rule sets nothing. */
    public static final Chatter DEFAULT = new Chatter(new Recurrence(3, Duration.ofMinutes(1)), Duration.ofMinutes(1));

    public Chatter {
        if (quiet.isZero() || quiet.isNegative()) {
            throw new Refusal("quiet", "must be more than zero", "");
        }
    }

    /** Empty if it is switched off. */
    static Optional<Chatter> read(YamlSection section) {
        return section.textOrNested(
                        "chatter",
                        Optional.of(DEFAULT),
                        Chatter::off,
                        Chatter::some,
                        "off, or the number of raises in a period from which the alarm is reported once as chattering")
                .or(Optional.of(DEFAULT));
    }

    private static Optional<Chatter> off(String text) {
        if (!text.equals("off")) {
            throw new Refusal(
                    "must be off, or a number of raises and a period, was " + Refusal.quote(text),
                    "such as {raises: 3, within: 1m}");
        }
        return Optional.empty();
    }

    private static Optional<Chatter> some(YamlSection section) {
        int raises = section.integer("raises", 2, Recurrence.MOST, "number of raises")
                .or(DEFAULT.raises.times());
        Duration within = section.duration("within", Duration.ofMillis(1), "period in which the raises are counted")
                .or(DEFAULT.raises.within());
        Duration quiet = section.duration(
                        "quiet", Duration.ofMillis(1), "time without a change that ends chattering; default: within")
                .or(within);
        return Optional.of(new Chatter(new Recurrence(raises, within), quiet));
    }
}
