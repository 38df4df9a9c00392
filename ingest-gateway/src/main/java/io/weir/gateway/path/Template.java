package io.weir.gateway.path;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Glob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * How the paths that match a filter become series and fields.
 *
 * @param filter globs for the first parts of a path; none for every path
 * @param parts the meaning of each part of a path
 * @param tags tags of all these series, beyond those of the parts
 */
public record Template(List<Glob> filter, List<Part> parts, SortedMap<String, String> tags) {
    private static final String MEASUREMENT = "measurement";
    private static final String FIELD = "field";
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+");
    private static final String WORDS = "use letters, digits, _ and -";
    private static final Pattern FILTER = Pattern.compile("[^\\s;]{1," + Glob.MAX_LENGTH + "}");
    private static final Pattern TAG_VALUE = Pattern.compile("[^\\p{Cntrl}]*[^\\p{Cntrl}\\\\]");

    /** The measurement is the whole path. */
    static final Template WHOLE = of("", "measurement*", Collections.emptySortedMap());

    /** The meaning of a part of a path. */
    public enum Kind {
        MEASUREMENT,
        FIELD,
        TAG,
        /** Left out. */
        NOTHING
    }

    /**
     * The meaning of one part, or of all parts from it on.
     *
     * @param tag the key of a tag; otherwise empty
     */
    public record Part(Kind kind, String tag, boolean isRest) {}

    /**
     * Reads a template.
     *
     * @param filter globs, separated by dots; empty for every path
     * @param text words, separated by dots: {@code measurement}, {@code field}, the key of a tag, or
     *     nothing; the last one may end in {@code *} for all further parts
     */
    public static Template of(String filter, String text, SortedMap<String, String> tags) {
        List<Part> parts = new ArrayList<>();
        String[] words = text.split("\\.", -1);
        for (int i = 0; i < words.length; i++) {
            boolean isRest = words[i].endsWith("*") && i == words.length - 1;
            parts.add(part(isRest ? words[i].substring(0, words[i].length() - 1) : words[i], isRest));
        }
        if (parts.stream().noneMatch(part -> part.kind == Kind.MEASUREMENT)) {
            throw new Refusal("template", "has no measurement", "name a part \"measurement\"");
        }
        Template template = new Template(globs(filter), List.copyOf(parts), tags);
        if (template.filter.size() > parts.size() && !parts.get(parts.size() - 1).isRest) {
            throw new Refusal(
                    "template", "has fewer words than its filter has parts", "add words, or end the last one in *");
        }
        requireTags(template);
        return template;
    }

    private static List<Glob> globs(String filter) {
        List<Glob> globs = new ArrayList<>();
        for (String part : filter.isEmpty() ? new String[0] : filter.split("\\.", -1)) {
            if (!FILTER.matcher(part).matches()) {
                throw new Refusal(
                        "filter",
                        "has the part " + Refusal.quote(part),
                        "write globs for the parts of a path, separated by dots, without blanks");
            }
            globs.add(new Glob(part));
        }
        return List.copyOf(globs);
    }

    private static void requireTags(Template template) {
        template.tags.forEach((key, value) -> {
            if (!WORD.matcher(key).matches()) {
                throw new Refusal("tags", "has the key " + Refusal.quote(key), WORDS);
            }
            if (!TAG_VALUE.matcher(value).matches()) {
                throw new Refusal("tags", "has no usable value for " + Refusal.quote(key), "write a text on one line");
            }
            if (template.parts.stream().anyMatch(part -> part.tag.equals(key))) {
                throw new Refusal(
                        "tags", "has the key " + Refusal.quote(key) + ", as the template has", "rename one of them");
            }
        });
    }

    private static Part part(String word, boolean isRest) {
        if (!word.isEmpty() && !WORD.matcher(word).matches()) {
            throw new Refusal(
                    "template", "has the word " + Refusal.quote(word), WORDS + "; only the last may end in *");
        }
        Kind kind =
                switch (word) {
                    case MEASUREMENT -> Kind.MEASUREMENT;
                    case FIELD -> Kind.FIELD;
                    case "" -> Kind.NOTHING;
                    default -> Kind.TAG;
                };
        return new Part(kind, kind == Kind.TAG ? word : "", isRest);
    }

    boolean hasField() {
        return parts.stream().anyMatch(part -> part.kind == Kind.FIELD);
    }

    /** Whether the first parts of a path match the filter. */
    boolean matches(List<String> path) {
        if (path.size() < filter.size()) {
            return false;
        }
        for (int i = 0; i < filter.size(); i++) {
            if (!filter.get(i).matches(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether every part of a path has a meaning. */
    boolean covers(List<String> path) {
        return path.size() <= parts.size() || parts.get(parts.size() - 1).isRest;
    }

    /** The meaning of the i-th part of a path that this template covers. */
    Part part(int i) {
        return parts.get(Math.min(i, parts.size() - 1));
    }
}
