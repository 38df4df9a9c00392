package io.weir.dashboard.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.dashboard.live.Selector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A page of panels, defined in a file.
 *
 * @param name the name in its address, which is that of its file
 * @param about a sentence about it
 * @param span the default time range of its panels
 * @param choose a tag whose value the user may choose for all panels
 * @param variables those that panels refer to
 * @param text the text of its file
 */
public record View(
        String name,
        String title,
        Optional<String> about,
        Duration span,
        Optional<String> choose,
        List<Variable> variables,
        List<Panel> panels,
        String text) {

    private static final int MOST_PANELS = 50;
    /** One URL contains all selectors, and its length is limited. */
    private static final int LONGEST_SELECTORS = 8_000;

    /** Rejects views that no page can show. */
    public View {
        variables = List.copyOf(variables);
        panels = List.copyOf(panels);
        if (variables.size() > Variable.MOST) {
            throw new Refusal(
                    "variables", "must be at most " + Variable.MOST + ", was " + variables.size(), "make two views");
        }
        if (title.isBlank()) {
            throw new Refusal("title", "must not be empty", "such as Host");
        }
        if (panels.isEmpty() || panels.size() > MOST_PANELS) {
            throw new Refusal(
                    "panels",
                    "must be 1 to " + MOST_PANELS + ", was " + panels.size(),
                    panels.isEmpty() ? "such as - {title: Load, metrics: system load1}" : "make two views");
        }
        List<String> selectors = panels.stream()
                .flatMap(panel -> panel.metrics().stream())
                .map(Selector::text)
                .distinct()
                .toList();
        int length = selectors.stream().mapToInt(String::length).sum();
        if (selectors.size() > Selector.MOST || length > LONGEST_SELECTORS) {
            throw new Refusal(
                    "panels",
                    "have " + selectors.size() + " different metrics of " + length + " characters; the limit is "
                            + Selector.MOST + " of " + LONGEST_SELECTORS + " characters",
                    "make two views, or select several metrics with a glob");
        }
    }

    /** Identifies the text of its file. */
    public String version() {
        return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
    }
}
