package io.weir.dashboard.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The lines of a view's file, by panel: comments and empty lines above a panel belong to it. Only of files whose
 * panels are a list with a dash for each. Lines end with a carriage return if they do so in the file.
 *
 * @param head the lines up to the key {@code panels}
 * @param panels the lines of each panel
 * @param tail the lines after the last panel
 */
record PanelLines(List<String> head, List<List<String>> panels, List<String> tail) {
    private static final Pattern KEY = Pattern.compile("(?s)(panels|\"panels\"|'panels')\\s*:\\s*(#.*)?");
    private static final Pattern ITEM = Pattern.compile("(?s)( *)-(\\s.*)?");
    private static final Pattern NO_CONTENT = Pattern.compile("(?s)\\s*(#.*)?");

    PanelLines {
        head = List.copyOf(head);
        panels = List.copyOf(panels);
        tail = List.copyOf(tail);
    }

    /** The lines of a text, without their ends. */
    static List<String> lines(String text) {
        return List.of((text.endsWith("\n") ? text.substring(0, text.length() - 1) : text).split("\n", -1));
    }

    /** Empty if the panels are written in another form. */
    static Optional<PanelLines> of(String text) {
        List<String> lines = lines(text);
        int at = 0;
        while (at < lines.size() && !KEY.matcher(lines.get(at)).matches()) {
            at++;
        }
        if (at == lines.size()) {
            return Optional.empty();
        }
        List<String> head = lines.subList(0, at + 1);
        List<List<String>> panels = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        int indent = -1;
        for (at++; at < lines.size(); at++) {
            String line = lines.get(at);
            boolean isContent = !NO_CONTENT.matcher(line).matches();
            if (isContent && indent < 0) {
                indent = ITEM.matcher(line).matches() ? line.indexOf('-') : -1;
                if (indent < 0) {
                    return Optional.empty();
                }
            }
            boolean isItem = isContent && ITEM.matcher(line).matches() && line.indexOf('-') == indent;
            if (isItem) {
                panels.add(new ArrayList<>());
            } else if (isContent && indentOf(line) <= indent) {
                break;
            }
            waiting.add(line);
            if (isContent) {
                panels.get(panels.size() - 1).addAll(waiting);
                waiting.clear();
            }
        }
        waiting.addAll(lines.subList(at, lines.size()));
        return Optional.of(new PanelLines(head, panels, waiting));
    }

    private static int indentOf(String line) {
        return line.length() - line.stripLeading().length();
    }

    /** The spaces before the dash of each panel. */
    String indent() {
        String first = panels.get(0).stream()
                .filter(line -> ITEM.matcher(line).matches())
                .findFirst()
                .orElse("  -");
        return first.substring(0, first.indexOf('-'));
    }

    /** The comments and empty lines above a panel. */
    List<String> above(int panel) {
        return panels.get(panel).stream()
                .takeWhile(line -> NO_CONTENT.matcher(line).matches())
                .toList();
    }
}
