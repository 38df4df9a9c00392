package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every host has a page, and the views that name a host link to it. */
@Tag("long")
class HostBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void thePageOfAHostShowsItsAlarmsValuesAndRefusedLines() {
        server.live("temp,hostname=flp1 c=77.5");
        server.live("disk,hostname=flp1,device=sda used_percent=12");
        server.live("temp,hostname=flp10 c=1");
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.raise("hot/flp10", "MINOR", Instant.now());
        server.refuse("temp,hostname=flp1 c=6o", "invalid-number");
        server.refuse("temp,hostname=flp10 c=7o", "invalid-number");
        page.navigate(server.url("#/host/flp1"));

        assertThat(page).hasTitle(Pattern.compile(".*flp1 – Weir"));
        assertThat(page.locator("#nav a[aria-current]")).hasText("Sources");
        assertThat(page.locator("h1 + [role=status]")).hasText("Sends metrics");
        assertThat(rows("Alarms")).hasCount(1);
        assertThat(rows("Alarms")).containsText("MAJORunacknowledgedhot/flp1hot on flp1");
        assertThat(rows("Refused lines")).hasCount(1);
        assertThat(rows("Refused lines")).containsText("temp,hostname=flp1 c=6o");
        Locator values = rows("Last values");
        assertThat(values.first()).containsText("disk used_percent sda12 %");
        assertThat(values.filter(new Locator.FilterOptions().setHasText("temp c")))
                .containsText("temp c77.5");
        server.live("disk,hostname=flp1,device=sda used_percent=13");
        assertThat(values.first().locator("td").last()).hasText(Pattern.compile("now|\\d s ago"));

        page.getByLabel("Measurement").fill("di*");
        assertThat(values).hasCount(1);
        assertThat(page).hasURL(server.url("#/host/flp1?of=di*"));
        page.reload();
        assertThat(values).hasCount(1);
    }

    @Test
    void onlySeriesOfTheHostAreItsOwnWhicheverTagNamesIt() {
        server.live("temp,hostname=flp31 c=1");
        server.live("fan,host=flp31 rpm=2");
        server.live("other,hostname=flp32,host=flp31 v=3");
        page.navigate(server.url("#/host/flp31"));
        assertThat(rows("Last values")).hasCount(2);
        assertThat(rows("Last values").first()).containsText("fan rpm2");
        assertThat(rows("Last values").nth(1)).containsText("temp c1");

        page.navigate(server.url("#/host/flp3*"));
        assertThat(page.locator("h1")).hasText("flp3*");
        assertThat(rows("Last values")).hasText(Pattern.compile("No (live )?data.*"));
    }

    @Test
    void aSilentOrUnknownHostHasAPageToo() {
        server.raise("hot/flp9", "MAJOR", Instant.now());
        page.navigate(server.url("#/host/flp9"));
        assertThat(page.locator("h1 + [role=status]")).hasText("This dashboard has received no metrics of this host");
        assertThat(rows("Alarms")).hasCount(1);
        server.live("temp,hostname=flp9 c=1");
        assertThat(page.locator("h1 + [role=status]")).hasText("Sends metrics");
        assertThat(rows("Last values")).containsText("temp c1");

        server.lived("temp,hostname=flp1 c=1", Instant.now().minusSeconds(1_200));
        page.navigate(server.url("#/host/flp1"));
        assertThat(page.locator("h1 + [role=status]")).containsText("Silent: the last line arrived at ");
        assertThat(page.locator(".tile").first()).hasText(Pattern.compile("^Last seen2\\d min ago$"));
    }

    @Test
    void fromTheWorstOfManyHostsToItsPageAndBack() {
        for (int i = 1; i <= 125; i++) {
            server.live("temp,hostname=flp" + i + " c=" + i);
        }
        server.raise("hot/flp3", "MINOR", Instant.now());
        server.raise("hot/flp77", "MAJOR", Instant.now());
        page.navigate(server.url("#/sources"));
        assertThat(rows("Hosts")).hasCount(125);
        link("Alarms").click();
        assertThat(rows("Hosts").first()).containsText("flp77MAJOR 1");
        assertThat(rows("Hosts").nth(1)).containsText("flp3MINOR 1");
        rows("Hosts").first().locator("a").click();
        assertThat(page).hasURL(server.url("#/host/flp77"));
        assertThat(page.locator("h1")).hasText("flp77");
        page.goBack();
        assertThat(page).hasURL(server.url("#/sources?by=Alarms"));
        assertThat(rows("Hosts").first()).containsText("flp77");
    }

    @Test
    void metricsAndAlarmsLinkToThePageOfTheHost() {
        server.live("temp,hostname=flp/1 c=1");
        server.live("temp,hostname=flp2 c=2");
        page.navigate(server.url("#/metrics?q=temp"));
        page.getByLabel("Page of host flp/1").click();
        assertThat(page.locator("h1")).hasText("flp/1");
        assertThat(rows("Last values")).containsText("temp c1");

        page.navigate(server.url("#/metrics?q=temp&show=table"));
        page.locator("td a")
                .filter(new Locator.FilterOptions().setHasText("flp2"))
                .click();
        assertThat(page.locator("h1")).hasText("flp2");
        server.raise("hot/flp2", "MAJOR", Instant.now());
        rows("Alarms").locator("a").click();
        assertThat(page.locator(".detail .id")).hasText("hot/flp2");
        page.locator(".detail dd a")
                .filter(new Locator.FilterOptions().setHasText("flp2"))
                .click();
        assertThat(page).hasURL(server.url("#/host/flp2"));
    }

    private Locator link(String column) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(column).setExact(true));
    }

    /** The rows of the table below this heading. */
    private Locator rows(String heading) {
        return page.locator("section")
                .filter(new Locator.FilterOptions()
                        .setHas(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(heading))))
                .locator("tbody tr");
    }
}
