package io.weir.standalone.tutorial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a page: its {@code sh} blocks, each with the {@code text} block before the next one,
 * if any.
 */
final class Page {
    private static final String FENCE = "```";
    private static final String COMMANDS = "sh";
    private static final String PRINTED = "text";

    private final List<Step> steps = new ArrayList<>();

    private Page(List<String> lines) {
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).startsWith(FENCE)) {
                int end = line + 1 + lines.subList(line + 1, lines.size()).indexOf(FENCE);
                String block = String.join("\n", lines.subList(line + 1, end)) + "\n";
                take(lines.get(line).substring(FENCE.length()), line + 1, block);
                line = end;
            }
        }
    }

    static List<Step> steps(String markdown) {
        return List.copyOf(new Page(markdown.lines().toList()).steps);
    }

    private void take(String info, int line, String block) {
        if (info.equals(COMMANDS) || info.startsWith(COMMANDS + " ")) {
            String manner = info.substring(COMMANDS.length()).strip();
            steps.add(new Step(line, Step.Manner.of(manner), block, Optional.empty()));
        } else if (info.equals(PRINTED)) {
            Step last = steps.remove(steps.size() - 1);
            steps.add(new Step(last.line(), last.manner(), last.commands(), Optional.of(new Expected(block))));
        }
    }
}
