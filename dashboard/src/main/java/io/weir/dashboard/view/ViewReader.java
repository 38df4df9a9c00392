package io.weir.dashboard.view;

import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import io.weir.dashboard.live.Selector;
import java.time.Duration;
import java.util.Optional;

/** Reads the keys of a view. */
final class ViewReader {
    private static final Duration USUAL_SPAN = Duration.ofMinutes(5);
    private static final Duration LEAST_SPAN = Duration.ofSeconds(10);

    private ViewReader() {}

    static View read(String name, YamlSection in) {
        return new View(
                name,
                in.text("title", "what the page calls it").required(),
                in.text("about", "a sentence about it").optional(),
                in.duration("span", LEAST_SPAN, "how far back its panels show").or(USUAL_SPAN),
                in.value("choose", "", ViewReader::tag, "a tag of which the page lets choose a value, for all panels")
                        .optional(),
                in.sections("panels", ViewReader::panel, "what it shows, from left to right"));
    }

    private static String tag(String key) {
        if (key.isBlank()) {
            throw new Refusal("must be the key of a tag", "such as hostname");
        }
        return key;
    }

    private static Panel panel(YamlSection in) {
        return new Panel(
                in.text("title", "what stands above it").required(),
                in.choice("kind", Panel.Kind.class, "how the metrics are shown").or(Panel.Kind.PLOT),
                in.oneOrMore(
                                "metrics",
                                Selector::parse,
                                all -> all,
                                "which metrics: measurement, tags, a space, field; with globs")
                        .required(),
                in.text("unit", "of the values, such as %").optional(),
                in.number("min", "where the scale begins").optional(),
                in.number("max", "where the scale ends; a gauge must say").optional(),
                threshold(in, "minor"),
                threshold(in, "major"),
                in.flag("rate", "the metrics are counters, and their growth in a second is shown")
                        .or(false),
                in.flag("wide", "it has a row of its own").or(false));
    }

    private static Optional<Threshold> threshold(YamlSection in, String key) {
        return in.nested(key, Threshold.NONE, Threshold::read, "values beyond it are shown as " + key + " trouble")
                .optional();
    }
}
