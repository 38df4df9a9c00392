package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The editor changes unit, scale, limits, width and time range, and the page follows. */
@Tag("long")
class PanelOptionsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            # Of a rack.
            title: Rack
            panels:
              - {title: Load, metrics: cpu load, kind: tile}
              - {title: Fans, metrics: fan rpm, columns: 4}
              - {title: Volts, metrics: fan volts, min: 1, max: 5, minor: {below: 3}, unit: V}
              - {title: Rest, metrics: rest c}
            """;

    private final Page page = CHROMIUM.open().page();
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path views) throws IOException {
        Files.writeString(views.resolve("rack.yaml"), VIEW);
        server = new PageServer(views);
        server.live("cpu,hostname=flp1 load=11");
        server.live("fan,hostname=flp1 rpm=4000,volts=2");
        page.setViewportSize(1_400, 900);
        Axe.addTo(page);
        Tab.show(page, server.url("#/view?name=rack"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void unitScaleAndLimitsAreSetByTheKeyboard() {
        button("Edit").click();
        summaries().nth(1).press("Enter");
        assertThat(Axe.violations(page)).isEmpty();
        page.setViewportSize(320, 800);
        assertThat(limitsWithin()).isEqualTo(true);
        page.setViewportSize(1_400, 900);
        enter("Unit of Load", "%");
        enter("Minor limit of Load", "10.5");
        enter("Major limit of Load", "20");
        assertThat(page.getByLabel("Minimum of Load")).hasCount(0);
        assertThat(page.locator(".panel-tile h2 small")).hasText("%");
        assertThat(page.locator(".panel-tile .tile")).hasClass(Pattern.compile("minor"));
        page.getByLabel("Side of the minor limit of Load").selectOption("below");
        page.getByLabel("Side of the major limit of Load").selectOption("below");
        assertThat(page.locator(".panel-tile .tile")).hasClass(Pattern.compile("major"));
        page.getByLabel("Width of Load").selectOption("3");
        enter("Major limit of Load", "5");
        summaries().nth(5).press("Enter");
        enter("Unit of Volts", "");
        enter("Minimum of Volts", "");
        enter("Maximum of Volts", "6");
        enter("Minor limit of Volts", "");
        page.locator(".drafts li").nth(2).getByLabel("Growth per second").press("Space");
        page.getByLabel("Width of Fans").selectOption("row");
        // The usual range is no choice that keeps the view from following the editor.
        button("5m").click();
        page.getByLabel("Time range").selectOption("1h");
        assertThat(page.locator(".spans [aria-pressed=true]")).hasText("1h");
        assertThat(page.locator("main section:not(.editor)").nth(0)).hasClass("panel-tile columns-3");
        // What is set stays in the draft and in its controls.
        page.reload();
        assertThat(page.locator(".spans [aria-pressed=true]")).hasText("1h");
        assertThat(page.getByLabel("Width of Load")).hasValue("3");
        summaries().nth(1).press("Enter");
        assertThat(field("Minor limit of Load")).hasValue("10.5");
        assertThat(page.getByLabel("Side of the minor limit of Load")).hasValue("below");

        button("Show YAML").click();
        assertThat(page.getByLabel("rack.yaml")).hasText("""
                # Of a rack.
                title: Rack
                span: 1h
                panels:
                  - {title: Load, kind: tile, metrics: cpu load, unit: '%', minor: {below: 10.5}, major: {below: 5}, columns: 3}
                  - {title: Fans, metrics: fan rpm, wide: true}
                  - {title: Volts, metrics: fan volts, max: 6, rate: true}
                  - {title: Rest, metrics: rest c}
                """);
    }

    @Test
    void aPanelHasAsManyColumnsAsThePage() {
        Locator four = page.locator("main section").nth(1);
        Locator one = page.locator("main section").nth(3);
        assertThat(four).hasClass("panel-plot columns-4");
        for (int[] widths :
                List.of(new int[] {390, 1}, new int[] {900, 2}, new int[] {1_400, 3}, new int[] {1_800, 4})) {
            page.setViewportSize(widths[0], 900);
            double gaps = (widths[1] - 1) * 15;
            assertThat((four.boundingBox().width - gaps) / widths[1])
                    .as("at " + widths[0])
                    .isCloseTo(one.boundingBox().width, within(1.0));
            assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
        page.setViewportSize(1_920, 1_080);
        page.locator("#wall").click();
        assertThat(page.locator("html")).hasClass(Pattern.compile("wall"));
        assertThat(four.boundingBox().width / one.boundingBox().width).isBetween(3.0, 3.2);
    }

    private Object limitsWithin() {
        return page.evaluate(
                "() => [...document.querySelectorAll('.drafts .bar *')].every(one => one.getBoundingClientRect().right <= innerWidth)");
    }

    /** Each panel has two: Metrics and Options. */
    private Locator summaries() {
        return page.locator(".drafts summary");
    }

    private void enter(String label, String text) {
        field(label).fill(text);
        field(label).press("Tab");
    }

    private Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
