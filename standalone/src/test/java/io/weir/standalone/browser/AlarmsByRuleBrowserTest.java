package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The list of alarms has a row for each rule, whose commands act on exactly the alarms that the page shows. */
@Tag("long")
class AlarmsByRuleBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /** Makes the page hidden, so that it follows nothing and keeps showing its current content. */
    private static final String REST = """
            () => {
              Object.defineProperty(document, 'hidden', {value: true, configurable: true});
              document.dispatchEvent(new Event('visibilitychange'));
            }""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private final Locator rows = page.locator(".row");
    private final Locator detail = page.locator(".detail");
    private final Instant start = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.SECONDS);

    @AfterEach
    void close() {
        server.close();
    }

    private void raise(String rule, String severity, int count) {
        IntStream.range(0, count).forEach(i -> server.raise(rule + "/flp" + i, severity, start.plusSeconds(2L * i)));
    }

    @Test
    void aRuleHasItsCountItsWorstSeverityAndItsNewestRaise() {
        raise("cold", "MINOR", 2);
        raise("hot", "MINOR", 3);
        server.raise("hot/flp9", "MAJOR", start.minusSeconds(600));
        open("#/alarms");
        page.getByText("By rule").click();

        assertThat(page).hasURL(server.url("#/alarms?as=rules"));
        assertThat(rows).hasCount(2);
        assertThat(rows.nth(0).locator(".badge")).hasText("MAJOR");
        assertThat(rows.nth(0).locator(".state")).hasText("4 of 4 unacknowledged");
        assertThat(rows.nth(0).locator(".id")).hasText("▸ hot");
        assertThat(rows.nth(0).locator(".message")).hasText("Newest: hot on flp2");
        assertThat(rows.nth(0).locator(".since"))
                .hasAttribute(
                        "title", Pattern.compile(start.plusSeconds(4).toString().replace("Z", ".*")));
        assertThat(rows.nth(1).locator(".badge")).hasText("MINOR");
        assertThat(rows.nth(1).locator(".id")).hasText("▸ cold");
    }

    @Test
    void aRuleOpensIntoItsAlarmsByKeysAndByClicks() {
        raise("cold", "MINOR", 2);
        raise("hot", "MAJOR", 3);
        open("#/alarms?as=rules");
        rows.first().click();
        press("ArrowRight");
        assertThat(rows).hasCount(5);
        assertThat(rows.first()).hasAttribute("aria-expanded", "true");
        assertThat(rows.nth(1)).hasAttribute("aria-level", "2");
        press("ArrowDown");
        assertThat(detail.locator("h2")).hasText("hot/flp2");
        press("ArrowLeft");
        assertThat(detail.locator("h2")).hasText("Rule hot");
        assertThat(detail.getByRole(AriaRole.LINK)).hasAttribute("href", "#/journal?filter=rule%3Dhot");
        press("ArrowLeft");
        assertThat(rows).hasCount(2);
        rows.first().click();
        assertThat(rows).hasCount(5);
    }

    @Test
    void acknowledgingARuleActsOnWhatTheFilterShows() {
        raise("cold", "MINOR", 1);
        raise("hot", "MAJOR", 3);
        open("#/alarms?as=rules&filter=-flp1");
        rows.first().click();
        assertThat(detail).containsText("the worst of 2 alarms");
        press("a");

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for 2 alarms");
        assertThat(states("hot", 3)).containsExactly("ACKNOWLEDGED", "UNACKNOWLEDGED", "ACKNOWLEDGED");
        assertThat(server.stateOf("cold/flp0")).isEqualTo("UNACKNOWLEDGED");
        // The next rule takes the place of the one that moved down.
        assertThat(page.locator(".row.cursor .id")).hasText("▸ cold");
    }

    @Test
    void anAlarmThatWasRaisedAfterwardsStaysUnacknowledged() {
        raise("hot", "MAJOR", 2);
        open("#/alarms?as=rules");
        rows.first().click();
        assertThat(detail.locator("button").first()).hasText("Acknowledge 2");
        page.evaluate(REST);
        server.raise("hot/flp0", "MAJOR", Instant.now());
        server.raise("hot/flp7", "MAJOR", Instant.now());
        press("a");

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for 1 of 2 alarms; 1 refused: outdated");
        assertThat(states("hot", 2)).containsExactly("UNACKNOWLEDGED", "ACKNOWLEDGED");
        assertThat(server.stateOf("hot/flp7")).isEqualTo("UNACKNOWLEDGED");
    }

    @Test
    void moreThanTwentyAlarmsOfARuleAreConfirmed() {
        raise("hot", "MAJOR", 21);
        open("#/alarms?as=rules");
        rows.first().click();
        press("a");
        assertThat(page.locator("dialog")).containsText("Acknowledge 21 alarms");
        assertThat(page.locator("dialog")).containsText("Rule hot");
        page.locator("dialog").getByText("Cancel").click();
        assertThat(states("hot", 21)).containsOnly("UNACKNOWLEDGED");
        press("a");
        page.locator("dialog button[type=submit]").click();

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for 21 alarms");
        assertThat(states("hot", 21)).containsOnly("ACKNOWLEDGED");
    }

    @Test
    void aLinkToARuleWithoutAlarmsIsExplained() {
        raise("hot", "MAJOR", 1);
        open("#/alarms?as=rules&alarm=rule%3Dgone");
        assertThat(detail).containsText("No alarm has the rule gone: it was removed or renamed, or raised no alarm.");
    }

    private List<String> states(String rule, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> server.stateOf(rule + "/flp" + i))
                .toList();
    }

    private void press(String key) {
        page.locator(".alarm-rows").press(key);
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
