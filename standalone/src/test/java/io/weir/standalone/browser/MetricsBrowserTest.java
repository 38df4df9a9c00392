package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.KeyboardModifier;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Texts over time, units and the legend of the view Metrics. */
@Tag("long")
class MetricsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aTextIsATimelineOfItsHistoryAndItsLiveChanges() {
        page.navigate(server.url("#/metrics?q=run%20state"));
        Locator states = page.locator(".timelines .state");
        assertThat(states).hasCount(2);
        assertThat(states.first()).hasText("IDLE");
        assertThat(states.last()).hasText("RUNNING");
        assertThat(page.locator(".u-wrap")).isHidden();

        server.live("run,hostname=flp1 state=\"ERROR\"");
        assertThat(states).hasCount(3);
        assertThat(states.last()).hasText("ERROR");
        server.live("run,hostname=flp1 state=\"ERROR\"");
        server.live("run,hostname=flp1 state=\"IDLE\"");
        assertThat(states).hasCount(4);
        assertThat(states.last()).hasAttribute("title", Pattern.compile("IDLE\\n.*\\d\\d:\\d\\d:\\d\\d to .*"));
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("table.values td.number").first()).containsText("IDLE");
        assertThat(page.locator(".timelines")).isHidden();
    }

    private void threeSeries() {
        server.live("mem,hostname=flp1 used_bytes=7000000000,used_percent=42");
        server.live("mem,hostname=flp2 used_bytes=3000000000");
        page.navigate(server.url("#/metrics?q=mem"));
        assertThat(rows()).hasCount(3);
    }

    @Test
    void eachUnitHasAScaleAndSplitGivesEachFieldOne() {
        threeSeries();
        assertThat(page.locator(".u-wrap")).hasCount(2);
        assertThat(page.locator(".unit")).hasText(new String[] {"B", "%"});
        assertThat(rows().filter(new Locator.FilterOptions().setHasText("flp2")))
                .containsText("3 GB");
        page.getByText("Split", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".unit")).hasText(new String[] {"mem used_bytes", "mem used_percent"});
        assertThat(page).hasURL(Pattern.compile(".*split=1"));
    }

    @Test
    void theLegendSortsFiltersHidesIsolatesAndCopies() {
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        threeSeries();
        Locator value = page.locator(".legend th button").last();
        value.click();
        assertThat(rows().first()).containsText("7 GB");
        assertThat(rows().last()).containsText("42 %");
        value.click();
        assertThat(rows().first()).containsText("42 %");

        rows().first().locator("button").click();
        assertThat(page.locator(".legend tr.off")).hasCount(2);
        assertThat(page.locator(".u-wrap")).hasCount(1);
        rows().first().locator("button").click();
        assertThat(page.locator(".legend tr.off")).hasCount(0);
        rows().last()
                .locator("button")
                .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL)));
        assertThat(page.locator(".legend tr.off")).containsText("7 GB");
        assertThat(page.locator(".u-wrap")).hasCount(2);
        page.getByText("Show all").click();
        assertThat(page.locator(".legend tr.off")).hasCount(0);

        page.getByLabel("Filter the legend").fill("hostname=flp1 -percent");
        assertThat(page.locator(".legend tbody tr:visible")).hasCount(1);
        page.getByText("Copy", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Copied")).isVisible();
        assertEquals("used_bytes · flp1\t7 GB", page.evaluate("() => navigator.clipboard.readText()"));
    }

    private Locator rows() {
        return page.locator(".legend tbody tr");
    }
}
