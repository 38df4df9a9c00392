package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.KeyboardModifier;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator works through a list of alarms, also during a flood. */
@Tag("long")
class AlarmListBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private final Instant start = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.SECONDS);

    @AfterEach
    void close() {
        server.close();
    }

    /** Raises alarms, of which the first is the last in the list. */
    private void raise(int count) {
        IntStream.range(0, count).forEach(i -> server.raise("hot/flp" + i, "MAJOR", start.plusSeconds(2L * i)));
    }

    @Test
    void theCursorStaysAtItsPlaceAfterAnAcknowledgement() {
        raise(5);
        open("#/alarms");
        row("flp3").click();
        press("a");
        assertThat(cursor()).containsText("flp2");
        press("a");
        assertThat(cursor()).containsText("flp1");
        assertThat(page.locator(".detail h2")).hasText("hot/flp1");
        assertThat(page).hasURL(Pattern.compile(".*alarm=hot%2Fflp1"));
        assertThat(states(5))
                .containsExactly("UNACKNOWLEDGED", "UNACKNOWLEDGED", "ACKNOWLEDGED", "ACKNOWLEDGED", "UNACKNOWLEDGED");
    }

    /** A selection comes into the address a moment later. The event of a new address comes later than that. */
    @Test
    void aNewAddressWinsOverASelection() {
        raise(3);
        open("#/alarms?filter=flp1");
        assertThat(rows()).hasCount(1);
        page.evaluate("""
                () => {
                  setTimeout(() => location.hash = '#/alarms?filter=flp2', 150);
                  document.querySelector('.row').click();
                  const end = performance.now() + 400;
                  while (performance.now() < end);
                }""");
        assertThat(row("flp2")).isVisible();
        assertThat(page).hasURL(server.url("#/alarms?filter=flp2"));
    }

    @Test
    void theCursorStaysOnItsAlarmWhenOthersAreRaised() {
        raise(3);
        open("#/alarms");
        row("flp1").click();
        server.raise("hot/flp7", "MAJOR", Instant.now());
        assertThat(rows()).hasCount(4);
        assertThat(cursor()).containsText("flp1");
    }

    @Test
    void severalAreSelectedByKeysAndAcknowledged() {
        raise(6);
        open("#/alarms");
        row("flp5").click();
        press("x");
        press("ArrowDown");
        press("ArrowDown");
        press("x");
        assertThat(page.locator(".detail h2")).hasText("2 alarms selected");
        server.raise("hot/flp9", "MAJOR", Instant.now());
        assertThat(rows()).hasCount(7);
        press("a");

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for 2 alarms");
        assertThat(states(6))
                .containsExactly(
                        "UNACKNOWLEDGED",
                        "UNACKNOWLEDGED",
                        "UNACKNOWLEDGED",
                        "ACKNOWLEDGED",
                        "UNACKNOWLEDGED",
                        "ACKNOWLEDGED");
        assertThat(cursor()).containsText("flp2");
        assertThat(page.locator(".row.marked")).hasCount(0);
    }

    @Test
    void severalAreCommentedAndTheCursorStays() {
        raise(5);
        open("#/alarms");
        row("flp3").click();
        press("Shift+ArrowDown");
        press("c");
        assertThat(page.locator("dialog")).containsText("Comment 2 alarms");
        page.locator("dialog input[required]").fill("fan ordered");
        page.keyboard().press("Enter");

        assertThat(page.locator(".outcome")).hasText("Comment: done for 2 alarms");
        assertThat(cursor()).containsText("flp2");
        assertThat(page.locator(".comments")).containsText("otto");
        assertThat(page.locator(".comments")).containsText("fan ordered");
        assertThat(states(5)).containsOnly("UNACKNOWLEDGED");
        open("#/journal?filter=user=otto");
        assertThat(page.locator("tbody tr")).hasCount(2);
        assertThat(page.locator("tbody tr").first()).containsText("comment");
    }

    @Test
    void rangesAreSelectedByShiftAndSingleRowsByControl() {
        raise(6);
        open("#/alarms");
        row("flp5").click();
        press("Shift+ArrowDown");
        press("Shift+ArrowDown");
        assertThat(page.locator("[aria-selected=true]")).hasCount(3);
        click("flp0", KeyboardModifier.CONTROL);
        assertThat(page.locator("[aria-selected=true]")).hasCount(4);
        click("flp4", KeyboardModifier.CONTROL);
        assertThat(page.locator("[aria-selected=true]")).hasCount(3);
        press("Escape");
        assertThat(page.locator("[aria-selected=true]")).hasCount(1);
        click("flp1", KeyboardModifier.SHIFT);
        assertThat(page.locator("[aria-selected=true]")).hasCount(4);
        assertThat(page.locator(".detail")).containsText("4 alarms selected");
    }

    /** With Caps Lock, the key a arrives as A without Shift. */
    @Test
    void capsLockIsNoShift() {
        raise(5);
        open("#/alarms");
        row("flp3").click();
        page.locator(".alarm-rows").dispatchEvent("keydown", Map.of("key", "A", "shiftKey", false, "bubbles", true));

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for hot/flp3");
        assertThat(states(5))
                .containsExactly(
                        "UNACKNOWLEDGED", "UNACKNOWLEDGED", "UNACKNOWLEDGED", "ACKNOWLEDGED", "UNACKNOWLEDGED");
        assertThat(cursor()).containsText("flp2");
        press("Shift+A");
        assertThat(page.locator("dialog")).containsText("Acknowledge 4 alarms");
    }

    @Test
    void selectedRowsThatLeaveByThemselvesSelectNothing() {
        raise(4);
        open("#/alarms");
        row("flp3").click();
        press("x");
        press("ArrowDown");
        press("x");
        press("ArrowDown");
        assertThat(page.locator(".row.marked")).hasCount(2);
        server.clear("hot/flp3");
        server.clear("hot/flp2");
        assertThat(page.locator(".detail")).containsText("The selected alarms left the list");
        press("a");
        press("ArrowDown");

        assertThat(cursor()).containsText("flp0");
        assertThat(page.locator(".detail h2")).hasText("hot/flp0");
        assertThat(states(2)).containsOnly("UNACKNOWLEDGED");
    }

    @Test
    void theArrowsContinueWhereTheRowWasThatLeft() {
        raise(6);
        open("#/alarms");
        row("flp3").click();
        server.clear("hot/flp3");
        assertThat(rows()).hasCount(5);
        click("flp0", KeyboardModifier.SHIFT);
        assertThat(page.locator(".detail h2")).hasText("1 alarm selected");
        press("Escape");
        row("flp4").click();
        server.clear("hot/flp4");
        assertThat(rows()).hasCount(4);
        press("ArrowDown");
        assertThat(cursor()).containsText("flp2");
    }

    @Test
    void anAlarmOutsideOfTheFilterIsNotHiddenWithoutASign() {
        raise(1);
        for (String wall : List.of("", "&wall=1")) {
            open("#/alarms?filter=-cold" + wall);
            page.reload();
            assertThat(rows()).hasCount(1);
            server.raise("cold/flp1", "MINOR", Instant.now());
            assertThat(page.locator(".counts")).containsText("match -cold");
            assertThat(page.locator(".counts .outside")).hasText("Not shown: MINOR 1 unacknowledged");
            assertThat(page.locator(".counts .outside")).isVisible();
            server.clear("cold/flp1");
            assertThat(page.locator(".counts .outside")).hasCount(0);
        }
    }

    @Test
    void thePanelSaysThatTheFilterHidesItsAlarm() {
        raise(3);
        open("#/alarms");
        row("flp1").click();
        Locator note = page.getByText("The filter hides this alarm in the list.");
        assertThat(note).isHidden();
        page.locator("input[type=search]").fill("flp2");
        assertThat(note).isVisible();
        assertThat(page.locator(".detail h2")).hasText("hot/flp1");
        row("flp2").click();
        assertThat(note).isHidden();
        page.locator("input[type=search]").fill("flp1");
        assertThat(note).isVisible();
        page.locator("input[type=search]").fill("");
        assertThat(note).isHidden();
    }

    @Test
    void theShownAlarmsAreAcknowledgedAfterAConfirmation() {
        raise(25);
        server.raise("cold/flp1", "MAJOR", start);
        open("#/alarms?filter=hot");
        page.getByText("Acknowledge the 25 shown").click();
        assertThat(page.locator("dialog")).containsText("Acknowledge 25 alarms");
        page.locator("dialog button[type=submit]").click();

        assertThat(page.locator(".outcome")).hasText("Acknowledge: done for 25 alarms");
        assertThat(states(25)).containsOnly("ACKNOWLEDGED");
        assertThat(server.stateOf("cold/flp1")).isEqualTo("UNACKNOWLEDGED");
        assertThat(page.getByText("Acknowledge the")).isHidden();
    }

    @Test
    void furtherRowsAreShownOnRequest() {
        raise(1_200);
        open("#/alarms");
        Locator more = page.getByText("Show more");
        assertThat(page.getByText("700 more not shown; filter to find them")).isVisible();
        assertThat(rows()).hasCount(500);
        more.click();
        assertThat(page.getByText("200 more not shown")).isVisible();
        assertThat(rows()).hasCount(1_000);
        assertThat(more).isFocused();
        more.press("Enter");
        assertThat(rows()).hasCount(1_200);
        assertThat(more).isHidden();
        assertThat(page.locator(".alarm-rows")).isFocused();
        page.keyboard().press("End");
        assertThat(cursor()).containsText("hot/flp0");
        assertThat(page.getByText("Acknowledge the 1200 shown")).isVisible();
        page.locator("input[type=search]").fill("hot");
        assertThat(rows()).hasCount(500);
    }

    @Test
    void aFloodIsReportedAndItsCauseIsOnTop() {
        open("#/sources");
        assertThat(page.locator("#flood")).isHidden();
        Instant now = Instant.now();
        IntStream.range(0, 500).forEach(i -> server.raise("cpu-high/flp" + i, "MAJOR", now));
        server.raise("power-lost/R03", "MINOR", now);

        Pattern strip = Pattern.compile("Flood: 501 calls in 10 min since \\d\\d:\\d\\d");
        eventually(
                "the strip is shown",
                () -> strip.matcher(page.locator("#flood").textContent()).matches());
        assertThat(page).hasTitle("‼ (501) Flood: 501 calls · Sources – Weir");
        page.locator("#flood a").click();
        assertThat(rows()).hasCount(500);
        assertThat(rows().first()).containsText("power-lost/R03");
        assertThat(rows().first()).containsText("first of 501 within 1 s");
        page.getByText("Tree").click();
        assertThat(rows().first()).containsText("power-lost");
    }

    private List<String> states(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> server.stateOf("hot/flp" + i))
                .toList();
    }

    private void press(String key) {
        page.locator(".alarm-rows").press(key);
    }

    private Locator rows() {
        return page.locator(".row");
    }

    private Locator row(String name) {
        return rows().filter(new Locator.FilterOptions().setHasText(Pattern.compile("hot/" + name + "(?!\\d)")));
    }

    private void click(String name, KeyboardModifier modifier) {
        row(name).click(new Locator.ClickOptions().setModifiers(List.of(modifier)));
    }

    private Locator cursor() {
        return page.locator(".row.cursor");
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
