package io.weir.dashboard.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.dashboard.live.Selector;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Reads the keys of a view. */
final class ViewReader {
    static final Duration DEFAULT_SPAN = Duration.ofMinutes(5);
    private static final Duration LEAST_SPAN = Duration.ofSeconds(10);

    private ViewReader() {}

    /**
     * @param name of its file, without the ending
     * @throws io.weir.contract.config.MistakesException with all mistakes
     */
    static View read(String name, YamlSource source) {
        String text = new String(source.bytes(), UTF_8);
        return source.read(root -> read(name, text, root));
    }

    /** @param text that of the file */
    static View read(String name, String text, YamlSection in) {
        String title = in.text("title", "the title on the page").required();
        Optional<String> about = in.text("about", "a sentence about the view").optional();
        Duration span = in.duration("span", LEAST_SPAN, "the default time range of the panels")
                .or(DEFAULT_SPAN);
        Optional<String> choose = in.value(
                        "choose", "", ViewReader::tag, "a tag whose value users choose on the page, for all panels")
                .optional();
        // Panels may also name a variable that is refused: that is one mistake, not two.
        Set<String> declared = new TreeSet<>();
        SortedMap<String, Variable> variables = in.named(
                "variables",
                (variable, at) -> {
                    declared.add(variable);
                    return variable(variable, at);
                },
                "values of tags that users choose on the page, by name");
        Set<String> used = new HashSet<>();
        List<Panel> panels =
                in.sections("panels", panel -> panel(panel, declared, used), "the panels, from left to right");
        for (String unused : variables.keySet()) {
            if (!used.contains(unused) && !panels.isEmpty()) {
                in.refuse(
                        "variables",
                        "has " + unused + ", which no panel uses",
                        "write $" + unused + " in a panel's metrics, or remove it");
            }
        }
        return new View(name, title, about, span, choose, List.copyOf(variables.values()), panels, text);
    }

    private static Variable variable(String name, YamlSection in) {
        return new Variable(
                name,
                in.text("measurement", "the measurement whose known series offer the values; default: all")
                        .optional(),
                in.text("tag", "the key of the tag").required(),
                in.text("default", "the value at first; optional with all: true")
                        .optional(),
                in.flag("all", "true to offer all values at once").or(false));
    }

    /** Refuses variables that the page cannot replace; adds the others to {@code used}. */
    private static void check(YamlSection in, String key, String text, Collection<String> known, Set<String> used) {
        for (String name : Variable.references(text)) {
            if (known.contains(name)) {
                used.add(name);
            } else {
                in.refuse(key, "has the unknown variable $" + name, meant(key, name, known));
            }
        }
    }

    private static String meant(String key, String name, Collection<String> known) {
        return known.isEmpty()
                ? "add it to variables" + (key.equals("metrics") ? "; for the character $ itself, write ?" : "")
                : Nearest.suggestion(name, known);
    }

    private static String tag(String key) {
        if (key.isBlank()) {
            throw new Refusal("must be the key of a tag", "such as hostname");
        }
        return key;
    }

    private static Panel panel(YamlSection in, Collection<String> variables, Set<String> used) {
        Panel panel = panel(in);
        check(in, "title", panel.title(), variables, used);
        for (Selector selector : panel.metrics()) {
            check(in, "metrics", selector.text(), variables, used);
            for (String key : selector.series().tags().keySet()) {
                if (!Variable.references(key).isEmpty()) {
                    in.refuse(
                            "metrics",
                            "has a variable as the key of a tag",
                            "variables are values: detector=$detector");
                }
            }
        }
        return panel;
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
                in.integer(
                                "columns",
                                1,
                                Panel.MOST_COLUMNS,
                                "the width of the panel, where the page has as many columns")
                        .or(1),
                in.flag("wide", "true to give the panel its own row").or(false),
                top(in));
    }

    private static Optional<Top> top(YamlSection in) {
        Optional<Integer> series = in.integer(
                        "top", 1, Top.MOST, "shows only so many series, those with the highest values")
                .optional();
        Top.By by = in.choice(
                        "top-by",
                        Top.By.class,
                        "the value that top compares: the last one, or the mean of the time range")
                .or(Top.By.LAST);
        if (series.isEmpty() && in.has("top-by")) {
            in.refuse("top-by", "has no effect without top", "such as top: 5");
        }
        return series.map(most -> new Top(most, by));
    }

    private static Optional<Threshold> threshold(YamlSection in, String key) {
        return in.nested(key, Threshold.NONE, Threshold::read, "the limit beyond which values are shown as " + key)
                .optional();
    }
}
