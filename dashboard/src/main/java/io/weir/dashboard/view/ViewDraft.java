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
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    private static final Pattern TITLE = Pattern.compile("(?s)(title|\"title\"|'title')\\s*:.*");

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
     * are not a list with a dash for each. Variables that no panel uses any more are left out.
     *
     * @param panels each panel of the current view at most once
     * @throws MistakesException with all mistakes of the changed view; they have no line
     */
    public static ViewDraft of(View current, String title, List<Draft> panels) {
        checkLength(current.name(), current.text());
        View proposed = proposed(current, title, panels);
        String end = current.text().contains("\r\n") ? "\r\n" : "\n";
        Optional<String> spliced = PanelLines.of(current.text())
                .filter(lines -> lines.panels().size() == current.panels().size())
                .map(lines -> spliced(current, proposed, panels, lines, end))
                .filter(text -> isSame(text, proposed));
        String yaml = spliced.orElseGet(() -> whole(proposed).replace("\n", end));
        checkLength(current.name(), yaml);
        if (!isSame(yaml, proposed)) {
            throw refused(current.name(), "cannot be written", "remove line breaks and other control characters");
        }
        return new ViewDraft(yaml, diff(current, yaml), spliced.isEmpty());
    }

    private static void checkLength(String name, String text) {
        if (PanelLines.lines(text).size() > MOST_LINES) {
            throw refused(name, "has more than " + MOST_LINES + " lines", "edit the file itself");
        }
    }

    private static MistakesException refused(String name, String wrong, String meant) {
        return new MistakesException(List.of(new Mistake(name + ".yaml", 0, "", wrong, meant)));
    }

    private static View proposed(View current, String title, List<Draft> panels) {
        Map<String, Object> keys = ViewMap.head(current);
        keys.put("title", title);
        Set<String> used = panels.stream()
                .flatMap(panel -> panel.keys().values().stream())
                .flatMap(value -> Variable.references(String.valueOf(value)).stream())
                .collect(Collectors.toSet());
        Map<String, Object> variables = ViewMap.variables(current);
        variables.keySet().retainAll(used);
        keys.put("variables", variables);
        if (variables.isEmpty()) {
            keys.remove("variables");
        }
        keys.put("panels", panels.stream().map(Draft::keys).toList());
        try {
            return read(current.name(), YamlText.flow(keys));
        } catch (MistakesException e) {
            throw new MistakesException(e.mistakes().stream()
                    .map(one -> new Mistake(one.file(), 0, one.path(), one.wrong(), one.meant()))
                    .toList());
        }
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
        UnaryOperator<String> titled =
                line -> TITLE.matcher(line).matches() && !current.title().equals(proposed.title())
                        ? "title: " + YamlText.flow(proposed.title()) + end.replace("\n", "")
                        : line;
        List<String> all = new ArrayList<>();
        lines.head().stream().map(titled).forEach(all::add);
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
        lines.tail().stream().map(titled).forEach(all::add);
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
