package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.KeyboardModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page on a phone, and many alarms on a small screen. */
@Tag("long")
class SmallScreenBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String LONG = "/a-detector-with-a-long-name/a-crate-with-a-long-name/flp";
    private static final String VISIBLE_ROWS = """
            () => { const list = document.querySelector('.alarm-rows').getBoundingClientRect();
              return [...document.querySelectorAll('.row')].filter(row => row.getBoundingClientRect().bottom <= Math.min(list.bottom, innerHeight)).length; }""";

    private static final String CLIPPED_IDS =
            "() => [...document.querySelectorAll('.row .id')].filter(one => one.scrollHeight > one.clientHeight + 1).length";

    private static final String CUT_STATES =
            "() => [...document.querySelectorAll('.row .state')].filter(one => one.scrollWidth > one.clientWidth).length";

    /** Whether neither the header nor the end of the screen hides it. */
    private static final String IS_OUTCOME_VISIBLE = """
            () => { const {left, top, height} = document.querySelector('.outcome').getBoundingClientRect();
              return Boolean(document.elementFromPoint(left + 5, top + height / 2)?.closest('.outcome')); }""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    private void raise(int count) {
        IntStream.range(0, count).forEach(i -> server.raise("hot" + LONG + i, "MAJOR", Instant.now()));
    }

    @Test
    void aRowOfAnAlarmNeedsOneLine() {
        page.setViewportSize(1_400, 900);
        raise(40);
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator(".row")).hasCount(40);
        assertThat((int) page.evaluate(VISIBLE_ROWS)).isGreaterThanOrEqualTo(20);
    }

    @Test
    void aPhoneShowsSeveralAlarms() {
        Layout.touch(page, 390, 844);
        raise(40);
        for (String view : List.of("alarms", "journal", "shift", "sources", "host/flp1", "metrics?q=temp")) {
            page.navigate(server.url("#/" + view));
            assertThat(page.locator("main")).hasClass(view.replaceAll("[/?].*", ""));
            assertThat((boolean) page.evaluate("() => matchMedia('(pointer: coarse)').matches"))
                    .isTrue();
            assertThat((int) page.evaluate("() => document.documentElement.scrollWidth"))
                    .as(view)
                    .isLessThanOrEqualTo(390);
        }
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator(".row")).hasCount(40);
        assertThat((int) page.evaluate(VISIBLE_ROWS)).isGreaterThanOrEqualTo(6);
    }

    /** The alarms of a flood differ in the end of their ids. */
    @Test
    void aPhoneShowsTheWholeIdsOfAFlood() {
        Layout.touch(page, 390, 844);
        Instant before = Instant.now().minusSeconds(540);
        IntStream.range(100, 140).forEach(i -> server.raise("cpu-high/TPC/flp" + i, "MAJOR", before));
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator("#flood")).isVisible();
        assertThat(page.locator(".row")).hasCount(40);
        assertThat((int) page.evaluate(CLIPPED_IDS)).isZero();
        assertThat(Layout.overlaps(page)).isEmpty();
    }

    @Test
    void aPhoneHasALowHeader() {
        Layout.touch(page, 390, 844);
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator("#link")).hasText("Live");
        assertThat(header().height).isLessThanOrEqualTo(110);
        raise(40);
        assertThat(page.locator("#flood")).isVisible();
        assertThat(header().height).isLessThanOrEqualTo(160);
        assertThat(Layout.overlaps(page)).isEmpty();
        assertThat(Layout.smallTargets(page)).isEmpty();
        // The state of a lost connection is longer.
        server.close();
        assertThat(page.locator("#link")).containsText("Connection lost");
        assertThat(Layout.overlaps(page)).isEmpty();
    }

    private BoundingBox header() {
        return page.locator("header").boundingBox();
    }

    @Test
    void aPhoneShowsTheWholeStates() {
        Layout.touch(page, 390, 844);
        server.raise("hot/flp1", "MAJOR", Instant.now());
        server.raise("hot/flp2", "MAJOR", Instant.now());
        for (String as : List.of("list", "rules", "tree")) {
            page.navigate(server.url("#/alarms?as=" + as));
            assertThat(page.locator(".row .state").first()).containsText("unacknowledged");
            assertThat((int) page.evaluate(CUT_STATES)).as(as).isZero();
        }
    }

    /** The panel is below the list there. */
    @Test
    void aTapOnAPhoneShowsThePanelAndBackReturnsToTheRow() {
        Layout.touch(page, 390, 844);
        raise(40);
        page.navigate(server.url("#/alarms"));
        Locator row = page.locator(".row").nth(20);
        row.click();
        Locator panel = page.locator(".detail");
        assertThat(panel.locator("h2")).isInViewport();
        assertThat(panel.getByText("Acknowledge", new Locator.GetByTextOptions().setExact(true)))
                .isInViewport();
        assertThat(row).not().isInViewport();
        page.getByText("Back to the list").click();
        assertThat(row).isInViewport();
        assertThat(page.locator(".alarm-rows")).isFocused();
    }

    /** A mouse in a window as narrow as a phone. */
    @Test
    void theListStaysAtItsPlaceWhileRowsAreMarked() {
        page.setViewportSize(700, 500);
        raise(5);
        page.navigate(server.url("#/alarms"));
        Locator rows = page.locator(".row");
        rows.first().click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL)));
        rows.nth(2).click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL)));
        assertThat(page.locator(".detail h2")).hasText("2 alarms selected");
        rows.nth(4).click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.SHIFT)));
        assertThat(page.locator(".detail h2")).hasText("3 alarms selected");
        assertThat((int) page.evaluate("() => Math.round(scrollY)")).isZero();
    }

    @Test
    void theNamesOfManyViewsDoNotCoverEachOther(@TempDir Path views) throws IOException {
        for (String name : List.of("detectors", "power", "racks")) {
            Files.writeString(
                    views.resolve(name + ".yaml"), "title: " + name + "\npanels: [{title: Load, metrics: cpu}]\n");
        }
        Layout.touch(page, 390, 844);
        try (PageServer other = new PageServer(views)) {
            page.navigate(other.url("#/alarms"));
            assertThat(page.locator("#nav a")).hasCount(9);
            assertThat(Layout.overlaps(page)).isEmpty();
        }
    }

    @Test
    void aPhoneShowsARefusal() {
        Layout.touch(page, 390, 844);
        raise(40);
        page.route(
                "**/api/alarms/command",
                route -> route.fulfill(
                        new Route.FulfillOptions()
                                .setContentType("application/json")
                                .setBody(
                                        "{\"done\":0,\"refused\":[{\"alarm\":\"a\",\"outcome\":\"OUT_OF_ORDER\",\"reason\":\"outdated\"}],\"unanswered\":0}")));
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator("#flood")).isVisible();
        page.locator(".row").first().click();
        page.locator(".detail button").first().press("Enter");
        assertThat(page.locator(".outcome")).containsText("refused: outdated");
        assertThat((boolean) page.evaluate(IS_OUTCOME_VISIBLE)).isTrue();
    }
}
