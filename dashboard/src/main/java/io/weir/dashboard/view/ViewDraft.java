package io.weir.dashboard.view;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.config.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A changed view as the text of its file.
 *
 * @param yaml the whole file
 * @param diff from the current file to this one, in the unified format
 * @param isRewritten whether no line of the current file is kept, so that its comments are lost
 */
public record ViewDraft(String yaml, String diff, boolean isRewritten) {
    private static final int CONTEXT = 3;
    /** The time of a diff grows with the square of the changed lines. */
    private static final int MOST_LINES = 2_000;

    private static final String NO_END = "\n\\ No newline at end of file";

    /**
     * A panel of the changed view.
     *
     * @param was its index in the current view, or empty for a new one
     * @param keys the keys of the file that describe it
     */
    public record Draft(Optional<Integer> was, Map<String, Object> keys) {}

    /**
     * Lines of unchanged panels, and the comments above changed ones, stay as they are, except in files whose panels
     * are not a list with a dash for each. Variables that no panel uses any more are left out, unless {@code head} has
     * variables: then an unused one is a mistake.
     *
     * @param head other values of keys of the view, such as its title; an empty {@code about} or {@code choose} is none
     * @param panels each panel of the current view at most once
     * @throws MistakesException with all mistakes of the changed view; they have no line
     */
    public static ViewDraft of(View current, Map<String, Object> head, List<Draft> panels) {
        checkLength(current.name(), current.text());
        Map<String, Object> keys = ViewMap.head(current);
        keys.putAll(head);
        keys.remove("about", "");
        keys.remove("choose", "");
        keys.put("panels", panels.stream().map(Draft::keys).toList());
        View proposed = proposed(current.name(), head.containsKey("variables") ? keys : withoutUnused(keys));
        String end = current.text().contains("\r\n") ? "\r\n" : "\n";
        Optional<String> spliced = PanelLines.of(current.text())
                .filter(lines -> lines.panels().size() == current.panels().size())
                .map(lines -> spliced(current, proposed, panels, lines, end))
                .filter(text -> isSame(text, proposed));
        String yaml = spliced.orElseGet(() -> whole(proposed).replace("\n", end));
        checkLength(current.name(), yaml);
        checkSame(yaml, proposed);
        return new ViewDraft(yaml, diff(current, yaml), spliced.isEmpty());
    }

    /**
     * The file of a view that has none, because it was deleted for example.
     *
     * @param keys all keys of the view; variables that no panel uses are left out
     * @throws MistakesException with all mistakes of the view; they have no line
     */
    public static ViewDraft ofNew(String name, Map<String, Object> keys) {
        View proposed = proposed(name, withoutUnused(keys));
        String yaml = whole(proposed);
        checkLength(name, yaml);
        checkSame(yaml, proposed);
        List<String> lines = PanelLines.lines(yaml);
        String diff = "--- /dev/null\n+++ b/" + name + ".yaml\n@@ -0,0 +1," + lines.size() + " @@\n+"
                + String.join("\n+", lines) + "\n";
        return new ViewDraft(yaml, diff, true);
    }

    private static void checkLength(String name, String text) {
        if (PanelLines.lines(text).size() > MOST_LINES) {
            throw refused(name, "has more than " + MOST_LINES + " lines", "edit the file itself");
        }
    }

    private static MistakesException refused(String name, String wrong, String meant) {
        return new MistakesException(List.of(new Mistake(name + ".yaml", 0, "", wrong, meant)));
    }

    private static void checkSame(String yaml, View proposed) {
        if (!isSame(yaml, proposed)) {
            throw refused(proposed.name(), "cannot be written", "remove line breaks and other control characters");
        }
    }

    private static View proposed(String name, Map<String, Object> keys) {
        try {
            return read(name, YamlText.flow(keys));
        } catch (MistakesException e) {
            throw new MistakesException(e.mistakes().stream()
                    .map(one -> new Mistake(one.file(), 0, one.path(), one.wrong(), one.meant()))
                    .toList());
        }
    }

    /** The same without the variables that no panel uses. */
    private static Map<String, Object> withoutUnused(Map<String, Object> keys) {
        Map<String, Object> kept = new LinkedHashMap<>(keys);
        if (keys.get("variables") instanceof Map<?, ?> variables) {
            Set<String> used = Set.copyOf(Variable.references(String.valueOf(keys.get("panels"))));
            Map<Object, Object> left = new LinkedHashMap<>(variables);
            left.keySet().retainAll(used);
            kept.put("variables", left);
            if (left.isEmpty()) {
                kept.remove("variables");
            }
        }
        return kept;
    }

    private static View read(String name, String text) {
        return ViewReader.read(name, YamlSource.text(name + ".yaml", text));
    }

    private static boolean isSame(String text, View proposed) {
        try {
            return ViewMap.of(read(proposed.name(), text)).equals(ViewMap.of(proposed));
        } catch (MistakesException e) {
            return false;
        }
    }

    /** A file without the lines of the current one. */
    private static String whole(View view) {
        StringBuilder text = new StringBuilder();
        new LinkedHashMap<>(ViewMap.head(view)).forEach((key, value) -> text.append(key)
                .append(": ")
                .append(YamlText.flow(value))
                .append('\n'));
        text.append("panels:\n");
        view.panels().forEach(panel -> text.append(item("  ", panel)).append('\n'));
        return text.toString();
    }

    private static String item(String indent, Panel panel) {
        return indent + "- " + YamlText.flow(ViewMap.of(panel));
    }

    private static String spliced(View current, View proposed, List<Draft> panels, PanelLines lines, String end) {
        HeadLines changes = HeadLines.of(ViewMap.head(current), ViewMap.head(proposed), end.replace("\n", ""));
        List<String> all = new ArrayList<>(changes.replaced(lines.head()));
        // Above the key panels, which ends the head.
        all.addAll(all.size() - 1, changes.added(PanelLines.lines(current.text())));
        for (int i = 0; i < panels.size(); i++) {
            Panel panel = proposed.panels().get(i);
            Optional<Integer> was = panels.get(i).was();
            if (was.filter(index -> ViewMap.of(current.panels().get(index)).equals(ViewMap.of(panel)))
                    .isPresent()) {
                all.addAll(lines.panels().get(was.get()));
            } else {
                was.ifPresent(index -> all.addAll(lines.above(index)));
                all.add(item(lines.indent(), panel) + end.replace("\n", ""));
            }
        }
        all.addAll(changes.replaced(lines.tail()));
        return String.join("\n", all) + "\n";
    }

    private static String diff(View current, String yaml) {
        List<String> before = new ArrayList<>(PanelLines.lines(current.text()));
        if (!current.text().endsWith("\n")) {
            before.set(before.size() - 1, before.get(before.size() - 1) + NO_END);
        }
        String file = current.name() + ".yaml";
        List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(
                "a/" + file, "b/" + file, before, DiffUtils.diff(before, PanelLines.lines(yaml)), CONTEXT);
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
