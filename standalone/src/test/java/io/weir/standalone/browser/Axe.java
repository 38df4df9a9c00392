package io.weir.standalone.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Checks a page for accessibility with axe-core. The script enters the page by the browser's
 * DevTools protocol, because the page's content security policy permits no other way.
 */
final class Axe {
    /**
     * The rules for WCAG 2.2, levels A and AA, and axe's best practices, such as landmarks. No rule is
     * off. axe leaves off the rule for the size of targets by default.
     */
    private static final String ALL = """
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
            rules: {'target-size': {enabled: true}}""";

    private static final String COLOURS = "runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}";
    /** With the contrast that WCAG asks for on level AAA. */
    private static final String HIGH_CONTRAST = "runOnly: {type: 'rule', values: ['color-contrast-enhanced']}";

    private static final String RUN = """
            () => axe.run(document, {resultTypes: ['violations'], %s}).then(({violations}) =>
              violations.flatMap(({id, nodes}) => nodes.map(({html, any, all, none}) =>
                id + ': ' + html.slice(0, 300) + ' ' + [...any, ...all, ...none].map(({message}) => message).join('; '))))""";

    private static final String SCRIPT = script();

    private Axe() {}

    /** Adds the script to all documents that a page loads from now on. */
    static void addTo(Page page) {
        page.addInitScript(SCRIPT);
    }

    /** The violations on the page, each with its rule and element. */
    static List<String> violations(Page page) {
        return run(page, ALL);
    }

    /** The same, only of the rules that depend on the colours. */
    static List<String> violationsOfColours(Page page, boolean isHighContrast) {
        return run(page, isHighContrast ? HIGH_CONTRAST : COLOURS);
    }

    @SuppressWarnings("unchecked")
    private static List<String> run(Page page, String rules) {
        return (List<String>) page.evaluate(RUN.formatted(rules));
    }

    private static String script() {
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            if (in == null) {
                throw new IllegalStateException(
                        "axe.min.js of com.deque.html.axe-core:playwright is not on the class path");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
