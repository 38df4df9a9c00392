package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The indicators state how well alarms serve their operators, and lead to the alarms behind each figure. */
@Tag("long")
class IndicatorsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private final Instant now = Instant.now();

    @AfterEach
    void close() {
        server.close();
    }

    /** Twelve alarms of one rule within a minute, about three hours ago, in the middle of ten minutes. */
    private void flood() {
        long tenMinutes = 600_000;
        long begin = now.minus(Duration.ofHours(3)).toEpochMilli() / tenMinutes * tenMinutes;
        Instant then = Instant.ofEpochMilli(begin + tenMinutes / 2);
        IntStream.range(0, 12).forEach(i -> server.raise("hot/flp" + i, "MAJOR", then.plusSeconds(i)));
        // Calls no operator.
        server.comment("hot/flp0", "anna", "looking at it", then.plusSeconds(30));
    }

    @Test
    void figuresHaveAimsAndLeadToTheCallsBehindThem() {
        flood();
        open("#/alarms");
        page.getByText("Indicators").click();

        assertThat(page.locator("#nav a[aria-current]")).hasText("Alarms");
        assertThat(tile("Most in any 10 min")).hasText("Most in any 10 min12Aim missed: at most 10");
        assertThat(tile("Average in 10 min")).containsText("Aim: at most 2");
        assertThat(tile("Time in floods")).hasText(Pattern.compile("Time in floods0\\.\\d+ %Aim: less than 1 %"));
        assertThat(tile("MAJOR among")).containsText("100 %");
        assertThat(page.locator(".call-bars"))
                .hasAttribute("aria-label", Pattern.compile("at most 12, .*; 1 of 14[34] have more than 10"));
        tile("Most in any 10 min").click();
        assertThat(page.locator("tbody tr")).hasCount(12);
    }

    @Test
    void theMostFrequentAlarmsAndRulesLeadToTheirAlarms() {
        flood();
        IntStream.range(0, 3).forEach(i -> {
            server.raise("cold/flp1", "MINOR", now.minusSeconds(3_600 - i));
            server.clear("cold/flp1");
        });
        open("#/indicators");
        assertThat(row("Most frequent alarms", 0)).containsText("cold/flp1cold320 %");
        assertThat(row("Most frequent rules", 0)).containsText("hot line 31280 %");
        assertThat(row("Floods", 0)).containsText("12hot/flp0");
        assertThat(link(row("Most frequent rules", 0), "line 3")).hasAttribute("href", "#/rules?line=3");
        link(row("Most frequent alarms", 0), "Journal").click();
        assertThat(page.locator("tbody tr")).hasCount(6);
        page.goBack();
        link(row("Most frequent rules", 0), "hot").click();
        assertThat(page.locator(".row")).hasCount(1);
        assertThat(page.locator(".detail h2")).hasText("Rule hot");
    }

    @Test
    void staleForgottenAndChatteringAlarmsAreListed() {
        Instant before = now.minus(Duration.ofDays(2));
        server.raise("hot/flp1", "MAJOR", before);
        server.raise("hot/flp2", "MAJOR", now);
        server.chatter("hot/flp2", 40, 78.2, 81.5);
        server.raise("hot/flp3", "MAJOR", before);
        server.shelve("hot/flp3", "anna", "fan is being changed", before);
        open("#/indicators");

        assertThat(row("Stale", 0)).containsText("hot/flp1");
        assertThat(row("Stale", 0)).containsText("2 d ago");
        assertThat(section("Stale").locator("tbody tr")).hasCount(1);
        assertThat(row("Forgotten", 0)).containsText("hot/flp3");
        assertThat(row("Forgotten", 0)).containsText("anna: fan is being changed");
        assertThat(row("Chattering", 0)).containsText("hot/flp240 times78.2 to 81.5more than 3.30");
        assertThat(tile("Chattering now")).hasText("Chattering now1Aim missed: none");
        assertThat(tile("Standing for more")).containsText("Aim: fewer than 5; 2 stand at all");
        assertThat(tile("Hidden for more")).containsText("of 1 that operators hid");
        server.clear("hot/flp1");
        assertThat(section("Stale").locator(".note")).hasText("None");
    }

    private Locator tile(String name) {
        return page.locator(".tile").filter(new Locator.FilterOptions().setHasText(name));
    }

    private Locator section(String title) {
        return page.locator("section")
                .filter(new Locator.FilterOptions()
                        .setHas(page.locator(
                                "h2", new Page.LocatorOptions().setHasText(Pattern.compile("^" + title)))));
    }

    private Locator row(String title, int at) {
        return section(title).locator("tbody tr").nth(at);
    }

    private static Locator link(Locator in, String name) {
        return in.getByRole(
                AriaRole.LINK, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
