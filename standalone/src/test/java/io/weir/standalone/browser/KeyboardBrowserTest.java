package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys do what a mouse does in plots and lists. */
@Tag("long")
class KeyboardBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String COMPOSED =
            "one => one.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true, cancelable: true}))";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aLinkSkipsTheHeader() {
        open("#/sources");
        // A key before would find nothing behind the header.
        assertThat(page.locator("main input").first()).isVisible();
        String address = page.url();
        page.keyboard().press("Tab");
        assertThat(page.locator("#skip")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator("main")).isFocused();
        assertThat(page).hasURL(address);
        page.keyboard().press("Tab");
        assertThat(page.locator("main input").first()).isFocused();
    }

    @Test
    void arrowsMoveTheCursorOfAPlot() {
        open("#/metrics?q=temp");
        assertThat(page.locator(".legend td.number")).not().isEmpty();
        Locator plot = page.locator("main .plot");
        plot.focus();
        plot.press("ArrowLeft");
        assertThat(page.locator("main [role=status]").getByText(Pattern.compile("At \\d\\d:\\d\\d:\\d\\d")))
                .isVisible();
        assertThat(page.locator(".legend th").nth(1)).hasText("At cursor");
        Locator tip = page.locator(".tip");
        assertThat(tip).isVisible();
        String before = tip.textContent();
        plot.press("Shift+ArrowLeft");
        assertThat(tip).not().hasText(before);
        plot.blur();
        assertThat(tip).isHidden();
        assertThat(page.locator(".legend th").nth(1)).hasText("Last");
    }

    @Test
    void aRangeIsEnteredWithoutDragging() {
        open("#/metrics?q=temp");
        String address = page.url();
        page.locator("#clock").click(); // The fields are in UTC.
        enter("From", "2026-03-01T10:00:01");
        enter("To", "2026-03-01T11:00:01");
        assertThat(page).hasURL(Pattern.compile(".*from=1772359201000&to=1772362801000"));

        enter("To", "2026-03-01T09:00:01");
        assertThat(page.locator(".notice.wrong")).hasText("From must be before To");
        assertThat(page).hasURL(Pattern.compile(".*to=1772362801000"));
        enter("To", "2026-03-01T10:30:01");
        assertThat(page).hasURL(Pattern.compile(".*from=1772359201000&to=1772361001000"));
        assertThat(page.locator(".notice.wrong")).hasCount(0);

        enter("From", "");
        enter("To", "");
        assertThat(page).hasURL(address);
    }

    private void enter(String label, String text) {
        page.getByLabel(label, new Page.GetByLabelOptions().setExact(true)).fill(text);
    }

    @Test
    void aFocusedLinkKeepsTheFocusWhileItsTableChanges() {
        server.live("temp,hostname=flp5 c=50");
        open("#/sources");
        Locator link = page.getByText("flp5", new Page.GetByTextOptions().setExact(true));
        link.focus();
        server.live("temp,hostname=flp1 c=50");
        assertThat(page.locator("tbody").first().locator("tr")).hasCount(2);
        assertThat(link).isFocused();
    }

    /** A legend highlights the line of the row with the focus, as of the row below the mouse. */
    @Test
    void aSeriesOfTheLegendIsHighlightedByTheFocus() {
        open("#/metrics?q=temp");
        assertThat(page.locator(".legend td.number")).not().isEmpty();
        assertThat(page.locator(".ink.dim")).hasCount(0);
        page.locator(".legend tbody button").focus();
        assertThat(page.locator(".ink.dim")).hasCount(1);
        page.locator(".legend tbody button").blur();
        assertThat(page.locator(".ink.dim")).hasCount(0);
    }

    /** An empty list has a place for the focus. */
    @Test
    void theListOfAlarmsHasTheFocusAtFirst() {
        open("#/alarms");
        assertThat(page.locator(".alarm-rows")).isFocused();
        server.raise("hot/flp1", "MAJOR", Instant.now());
        assertThat(page.locator(".row")).hasCount(1);
        page.keyboard().press("ArrowDown");
        page.keyboard().press("a");
        assertThat(page.locator(".outcome")).containsText("done for hot/flp1");
    }

    @Test
    void enterLeadsFromTheFilterToItsAlarms() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.raise("power/R03", "MINOR", Instant.now());
        open("#/alarms");
        assertThat(page.locator(".row")).hasCount(2);
        page.keyboard().press("ArrowDown");
        assertThat(page.locator(".row.cursor")).containsText("hot/flp1");
        page.keyboard().press("/");
        page.keyboard().type("R03");
        assertThat(page.locator(".row")).hasCount(1);
        page.keyboard().press("Enter");
        assertThat(page.locator(".alarm-rows")).isFocused();
        assertThat(page.locator(".row.cursor")).containsText("power/R03");
        page.keyboard().press("a");
        assertThat(page.locator(".outcome")).containsText("done for power/R03");
    }

    /** Enter ends the composition of a word, as of Japanese, and is no command to the page. */
    @Test
    void enterOfACompositionStaysInTheField() {
        server.raise("hot/flp1", "MAJOR", Instant.now());
        open("#/alarms");
        Locator filter = page.locator("main input[type=search]");
        filter.focus();
        filter.evaluate(COMPOSED);
        assertThat(filter).isFocused();
        page.keyboard().press("Control+k");
        Locator search = page.locator("dialog input");
        search.fill("flp1");
        assertThat(page.locator("dialog [role=option]").first()).containsText("flp1");
        search.evaluate(COMPOSED);
        assertThat(page.locator("dialog")).isVisible();
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
