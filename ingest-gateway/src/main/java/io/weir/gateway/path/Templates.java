package io.weir.gateway.path;

import io.weir.contract.config.YamlSection;
import java.util.List;
import java.util.TreeMap;

/** The templates of an input; the first one that matches a path applies. Immutable. */
public final class Templates {
    private final List<Template> all;

    private Templates(List<Template> all) {
        this.all = List.copyOf(all);
    }

    /** The templates of a list, in this order. */
    public static Templates of(List<Template> all) {
        return new Templates(all);
    }

    /** Reads the key {@code templates} of an input. */
    public static Templates read(YamlSection section) {
        List<Template> all = section.sections(
                "templates",
                Templates::template,
                "how paths become measurements, tags and fields; the first that matches applies; without one, the"
                        + " measurement is the whole path, and the field is value");
        for (Template each : all.subList(0, Math.max(0, all.size() - 1))) {
            if (each.filter().isEmpty()) {
                section.refuse(
                        "templates",
                        "has templates after one without filter, which never apply",
                        "move the one without filter to the end");
            }
        }
        return new Templates(all);
    }

    private static Template template(YamlSection item) {
        String filter = item.text(
                        "filter", "globs for the first parts of the path, separated by dots; default: all paths")
                .or("");
        String text = item.text(
                        "template",
                        "for each part of the path measurement, field, the key of a tag, or nothing; the last may end"
                                + " in * for all further parts")
                .required();
        return Template.of(
                filter,
                text,
                item.entries("tags", value -> value, "tags of all these series").or(new TreeMap<>()));
    }

    /** Whether a part of a path is a field in one of them. */
    public boolean haveFields() {
        return all.stream().anyMatch(Template::hasField);
    }

    /** The first template that matches a path, given by its parts. */
    Template forPath(List<String> path) {
        for (Template template : all) {
            if (template.matches(path)) {
                return template;
            }
        }
        return Template.WHOLE;
    }
}
