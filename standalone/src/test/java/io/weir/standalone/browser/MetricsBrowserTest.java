package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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
}
