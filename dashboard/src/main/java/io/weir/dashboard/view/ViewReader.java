package io.weir.dashboard.view;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.dashboard.live.Selector;
import java.time.Duration;
import java.util.Optional;

/** Reads the keys of a view. */
final class ViewReader {
    private static final Duration DEFAULT_SPAN = Duration.ofMinutes(5);
    private static final Duration LEAST_SPAN = Duration.ofSeconds(10);

    private ViewReader() {}

    static View read(String name, YamlSection in) {
        return new View(
                name,
                in.text("title", "the title on the page").required(),
                in.text("about", "a sentence about the view").optional(),
                in.duration("span", LEAST_SPAN, "the default time range of the panels")
                        .or(DEFAULT_SPAN),
                in.value("choose", "", ViewReader::tag, "a tag whose value users choose on the page, for all panels")
                        .optional(),
                in.sections("panels", ViewReader::panel, "the panels, from left to right"));
    }

    private static String tag(String key) {
        if (key.isBlank()) {
            throw new Refusal("must be the key of a tag", "such as hostname");
        }
        return key;
    }

    private static Panel panel(YamlSection in) {
        return new Panel(
                in.text("title", "the title above the panel").required(),
                in.choice("kind", Panel.Kind.class, "the form of display").or(Panel.Kind.PLOT),
                in.oneOrMore(
                                "metrics",
                                Selector::parse,
                                all -> all,
                                "the shown metrics: measurement, tags, a space, field; globs are allowed")
                        .required(),
                in.text("unit", "the unit of the values, such as %").optional(),
                in.number("min", "the start of the scale").optional(),
                in.number("max", "the end of the scale; required for a gauge").optional(),
                threshold(in, "minor"),
                threshold(in, "major"),
                in.flag("rate", "true for counters, to show their growth per second")
                        .or(false),
                in.flag("wide", "true to give the panel its own row").or(false));
    }

    private static Optional<Threshold> threshold(YamlSection in, String key) {
        return in.nested(key, Threshold.NONE, Threshold::read, "the limit beyond which values are shown as " + key)
                .optional();
    }
}
