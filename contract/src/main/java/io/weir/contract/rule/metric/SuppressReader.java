package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.Setting;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.RuleNames;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads rules of {@code suppress}. */
public final class SuppressReader {
    private static final Duration ONE_MILLISECOND = Duration.ofMillis(1);

    private final RuleNames names;

    public SuppressReader(RuleNames names) {
        this.names = names;
    }

    /** The mode key of a rule; the other keys hold its parameters. */
    private enum Mode {
        CHANGE,
        DEADBAND,
        AT_MOST
    }

    public SuppressRule read(YamlSection section) {
        return new SuppressRule(
                names.name(section),
                names.match(section),
                Fields.in(section, "field", "fields; default: all").or(Fields.ALL),
                mode(section),
                section.duration("heartbeat", ONE_MILLISECOND, "longest time for which a value is suppressed")
                        .optional(),
                feeds(section));
    }

    private static SuppressMode mode(YamlSection section) {
        Mode mode = section.choice("mode", Mode.class, "values to suppress").required();
        double absolute =
                section.number("absolute", "a deadband in the field's unit").or(0.0);
        double relative = section.value(
                        "relative", 0.0, SuppressReader::share, "a deadband as a share of the last value, such as 1%")
                .or(0.0);
        Setting<Duration> every = section.duration("every", ONE_MILLISECOND, "shortest interval between values");
        if (!section.has("mode")) {
            every.optional();
            return new SuppressMode.Change();
        }
        refuseUnless(mode == Mode.DEADBAND, section, "absolute", "deadband");
        refuseUnless(mode == Mode.DEADBAND, section, "relative", "deadband");
        refuseUnless(mode == Mode.AT_MOST, section, "every", "at-most");
        refuseUnless(mode != Mode.AT_MOST, section, "heartbeat", "change or deadband");
        if (mode == Mode.AT_MOST) {
            return new SuppressMode.AtMost(every.required());
        }
        every.optional();
        return mode == Mode.CHANGE ? new SuppressMode.Change() : new SuppressMode.Deadband(absolute, relative);
    }

    private static void refuseUnless(boolean allowed, YamlSection section, String key, String modes) {
        if (!allowed && section.has(key)) {
            section.refuse(key, "applies only to mode " + modes, "remove it");
        }
    }

    private static Set<Feed> feeds(YamlSection section) {
        List<Feed> on = section.choices("on", Feed.class, "feeds in which values are suppressed")
                .or(List.of(Feed.STORAGE));
        Set<Feed> feeds = EnumSet.noneOf(Feed.class);
        feeds.addAll(on);
        return feeds;
    }

    private static double share(String text) {
        boolean isPercent = text.endsWith("%");
        try {
            double number = new BigDecimal(isPercent ? text.substring(0, text.length() - 1) : text).doubleValue();
            double share = isPercent ? number / 100 : number;
            if (share >= 0 && share < 1) {
                return share;
            }
        } catch (NumberFormatException notANumber) {
            // The message below is clearer.
        }
        throw new Refusal("must be a share below 1, was " + Refusal.quote(text), "such as 0.01 or 1%");
    }
}
