package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The plots of a view share cursor and zoom. */
@Tag("long")
class ViewZoomBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Racks
            variables:
              host: {tag: hostname, all: true}
            panels:
              - {title: Heat, metrics: "temp,hostname=$host c", unit: °C}
              - {title: Heat again, metrics: temp c}
              - {title: Now, kind: tile, metrics: temp c}
            """;

    /** The places of the cursors, in pixels. */
    private static final String CURSORS = """
            () => [...document.querySelectorAll('.panel-plot .u-cursor-x')].map(one => Math.round(new DOMMatrix(getComputedStyle(one).transform).m41))""";

    /** A request for history: the selector, and the range. */
    private static final Pattern HISTORY = Pattern.compile("/api/history\\?q=([^&]*)&from=(\\d+)&to=(\\d+)");

    private final Page page = CHROMIUM.open().page();
    private final PlotMouse mouse = new PlotMouse(page);
    private final Locator plots = page.locator(".panel-plot .plot");
    private PageServer server;
    private Path directory;

    @BeforeEach
    void start(@TempDir Path views) throws IOException {
        directory = views;
        Files.writeString(views.resolve("racks.yaml"), VIEW);
        server = new PageServer(views);
        server.live("temp,hostname=flp1 c=20");
        Tab.show(page, server.url("#/view?name=racks"));
        assertThat(page.locator(".panel-tile .value")).containsText("20");
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** The store's value in each second is its number within the minute. */
    @Test
    @SuppressWarnings("unchecked")
    void theCursorOfOnePlotIsInAllPlots() {
        plots.first().focus();
        page.keyboard().press("Shift+ArrowLeft");
        page.keyboard().press("Shift+ArrowLeft");
        eventually("both plots have the cursor", () -> {
            List<Integer> cursors = (List<Integer>) page.evaluate(CURSORS);
            return cursors.get(0) > 0 && cursors.get(0).equals(cursors.get(1));
        });
        eventually("the values are those at the cursor", () -> {
            Matcher second = Pattern.compile(":(\\d\\d)(\\n|$)")
                    .matcher(plots.first().locator(".tip").textContent());
            return second.find()
                    && keyOf(0).equals(Integer.parseInt(second.group(1)) + " °C")
                    && keyOf(1).strip().equals(String.valueOf(Integer.parseInt(second.group(1))));
        });
        page.locator("#clock").focus();
        eventually("no plot has the cursor", () -> ((List<Integer>) page.evaluate(CURSORS))
                .stream().allMatch(at -> at <= 0));
    }

    @Test
    void aZoomChangesAllPanelsAndIsUndone() {
        mouse.drag(plots.first(), 0.25, 0.75);
        assertThat(mouse.millis()).isCloseTo(150_000, within(5_000L));
        assertThat(page.locator(".bar")).containsText(Pattern.compile("\\d\\d:\\d\\d:\\d\\d to "));
        assertThat(page.locator(".spans [aria-pressed=true]")).hasCount(0);
        // The store of this server has no last values, and the live one is not of this range.
        assertThat(page.locator(".panel-tile .value")).containsText("–");
        String first = page.url();
        mouse.drag(plots.last(), 0, 0.5);
        assertThat(page).not().hasURL(first);
        assertThat(mouse.millis()).isCloseTo(75_000, within(5_000L));
        page.keyboard().press("Escape");
        assertThat(page).hasURL(first);
        page.reload();
        assertThat(page.getByText("Go live")).isVisible();
        plots.first().dblclick();
        assertThat(page).hasURL(server.url("#/view?name=racks"));
        assertThat(page.getByText("Go live")).isHidden();
        assertThat(page.locator(".spans [aria-pressed=true]")).hasText("5m");
    }

    @Test
    void aPlotThatIsReplacedDuringADragSelectsNothing() throws IOException {
        mouse.press(plots.first(), 0.25);
        mouse.move(plots.first(), 0.5);
        Files.writeString(directory.resolve("racks.yaml"), VIEW.replace("Racks", "Shelves"));
        assertThat(page.locator("h1")).hasText("Shelves");
        mouse.release();
        // The next drag is the first one that zooms.
        mouse.drag(plots.first(), 0.25, 0.75);
        assertThat(mouse.millis()).isCloseTo(150_000, within(5_000L));
        page.keyboard().press("Escape");
        assertThat(page).hasURL(server.url("#/view?name=racks"));
    }

    @Test
    void aWallHasNeitherCursorNorZoom() {
        assertThat(page.locator(".panel-plot .plot[tabindex]")).hasCount(2);
        page.navigate(server.url("#/view?name=racks&wall=1"));
        assertThat(page.locator("html.wall .panel-tile .value")).containsText("20");
        assertThat(page.locator(".panel-plot .plot")).hasCount(2);
        assertThat(page.locator(".panel-plot .plot[tabindex]")).hasCount(0);
    }

    @Test
    void aSpanOrGoLiveLeavesTheZoom() {
        mouse.drag(plots.first(), 0.25, 0.75);
        page.getByText("Go live").click();
        assertThat(page).hasURL(server.url("#/view?name=racks"));
        mouse.drag(plots.first(), 0.25, 0.75);
        assertThat(page.getByText("Go live")).isVisible();
        page.getByText("15m", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page).hasURL(server.url("#/view?name=racks&span=15m"));
        // There is no zoom to undo.
        page.keyboard().press("Escape");
        assertThat(page.locator(".spans [aria-pressed=true]")).hasText("15m");
    }

    @Test
    void aWallShowsTheLatestValuesOfAZoomedView() {
        String zoomed = zoom(plots.first(), 0.25, 0.75);
        page.locator("#wall").click();
        assertThat(page).hasURL(server.url("#/view?name=racks&wall=1"));
        page.navigate(zoomed + "&wall=1");
        page.reload();
        assertThat(page).hasURL(server.url("#/view?name=racks&wall=1"));
        assertThat(page.locator("html.wall .panel-tile .value")).containsText("20");
    }

    @Test
    void escapeDuringADragOnlyCancelsTheDrag() {
        String zoomed = zoom(plots.first(), 0.25, 0.75);
        mouse.press(plots.last(), 0.25);
        mouse.move(plots.last(), 0.75);
        page.keyboard().press("Escape");
        mouse.move(plots.last(), 0.5);
        mouse.release();
        assertThat(page).hasURL(zoomed);
        zoom(plots.last(), 0, 0.5);
        assertThat(mouse.millis()).isCloseTo(75_000, within(5_000L));
    }

    @Test
    void escapeInAFieldAndADoubleClickBelowAPlotKeepTheZoom() {
        String first = zoom(plots.first(), 0.25, 0.75);
        String second = zoom(plots.first(), 0, 0.5);
        host().press("Escape");
        page.locator(".panel-plot .keys").first().dblclick();
        assertThat(page).hasURL(second);
        plots.first().dblclick();
        assertThat(page).hasURL(first);
    }

    @Test
    void aZoomBeforeAnotherChoiceIsUndone() {
        String first = zoom(plots.first(), 0.25, 0.75);
        String second = zoom(plots.first(), 0, 0.5);
        host().selectOption("flp1");
        assertThat(page).hasURL(second + "&var-host=flp1");
        plots.first().focus();
        page.keyboard().press("Escape");
        assertThat(page).hasURL(first + "&var-host=flp1");
        plots.first().dblclick();
        assertThat(page).hasURL(server.url("#/view?name=racks&var-host=flp1"));
        page.goBack();
        assertThat(page).hasURL(first + "&var-host=flp1");
        page.goBack();
        assertThat(page).hasURL(second + "&var-host=flp1");
        page.goBack();
        assertThat(page).hasURL(second);
        page.keyboard().press("Escape");
        assertThat(page).hasURL(first);
    }

    @Test
    void backAfterGoLiveReturnsToTheRange() {
        String zoomed = zoom(plots.first(), 0.25, 0.75);
        page.getByText("Go live").click();
        assertThat(page).hasURL(server.url("#/view?name=racks"));
        page.goBack();
        assertThat(page).hasURL(zoomed);
        page.getByText("5m", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page).hasURL(server.url("#/view?name=racks"));
        page.goBack();
        assertThat(page).hasURL(zoomed);
    }

    @Test
    void plusZoomsAroundTheCursorWhichAScreenReaderReads() {
        plots.first().focus();
        for (int i = 0; i < 5; i++) {
            page.keyboard().press("Shift+ArrowLeft");
        }
        assertThat(page.locator(".bar .unseen")).hasText(Pattern.compile("^\\d\\d:\\d\\d:\\d\\d"));
        page.keyboard().press("+");
        assertThat(mouse.millis()).isCloseTo(150_000, within(5_000L));
        assertThat(plots.first()).isFocused();
        page.keyboard().press("Escape");
        assertThat(page).hasURL(server.url("#/view?name=racks"));
    }

    @Test
    void aRangeIsEnteredByTheKeyboard() {
        field("From").fill("2026-03-01T10:00:01");
        field("To").fill("2026-03-01T09:00:01");
        assertThat(page.locator(".notice.wrong")).hasText("From must be before To");
        field("To").fill("2026-03-01T10:05:01");
        assertThat(mouse.millis()).isEqualTo(300_000);
        assertThat(page.locator(".notice.wrong")).hasCount(0);
        String entered = page.url();
        String zoomed = zoom(plots.first(), 0.25, 0.75);
        assertThat(field("From")).hasValue(Pattern.compile("2026-03-01T10:01:.*"));
        page.keyboard().press("Escape");
        assertThat(page).hasURL(entered);
        assertThat(field("To")).hasValue("2026-03-01T10:05:01");
        page.goForward();
        assertThat(page).hasURL(zoomed);
        page.getByText("Go live").press("Enter");
        assertThat(page).hasURL(server.url("#/view?name=racks"));
        assertThat(field("From")).hasValue("");
        // The button left: the keyboard goes on beside it.
        assertThat(page.locator(".spans [aria-pressed=true]")).isFocused();
    }

    /** A browser reports each part of a time, so the page waits before it shows an entered range. */
    @Test
    void anEntryDoesNotFollowALaterZoom() {
        String latest = page.url();
        page.clock().install();
        page.clock().pauseAt(System.currentTimeMillis() + 10_000);
        field("From").fill("2026-03-01T10:00:01");
        field("To").fill("2026-03-01T10:05:01");
        plots.first().press("+");
        page.clock().runFor(1_000);
        assertThat(page).not().hasURL(latest);
        page.keyboard().press("Escape");
        assertThat(page).hasURL(latest);
    }

    @Test
    void aYearThatNoAddressHasIsRefused() {
        String latest = page.url();
        for (String year : List.of("1960", "12026")) {
            field("From").fill(year + "-03-01T10:00:01");
            assertThat(page.locator(".notice.wrong")).hasText("From and To must be in the years 1970 to 9999");
            field("From").fill("");
            assertThat(page.locator(".notice.wrong")).hasCount(0);
        }
        assertThat(page).hasURL(latest);
    }

    @Test
    void anEntryOfTheShownRangeIsNoStep() {
        field("From").fill("2026-03-01T10:00:01");
        field("To").fill("2026-03-01T10:05:01");
        assertThat(page).hasURL(PlotMouse.RANGE);
        int steps = (int) page.evaluate("() => history.length");
        page.clock().install();
        page.clock().pauseAt(System.currentTimeMillis() + 10_000);
        field("To").fill("2026-03-01T10:06:01");
        field("To").fill("2026-03-01T10:05:01");
        page.clock().runFor(1_000);
        assertThat((int) page.evaluate("() => history.length")).isEqualTo(steps);
    }

    /** On 29 March 2026, clocks in Zurich go from 02:00 to 03:00. */
    @Test
    void aTimeThatClocksSkipIsShownAsTheOneThatIsUsed() {
        JsonObject zone = new JsonObject();
        zone.addProperty("timezoneId", "Europe/Zurich");
        page.context().newCDPSession(page).send("Emulation.setTimezoneOverride", zone);
        field("From").fill("2026-03-29T02:30:01");
        field("To").fill("2026-03-29T04:00:01");
        assertThat(page).hasURL(PlotMouse.RANGE);
        assertThat(field("From")).hasValue("2026-03-29T03:30:01");
    }

    /** The event of a new address comes later. */
    @Test
    void aChoiceAfterTheAddressChangedLeavesItAsItIs() {
        Object state = page.evaluate("""
                () => {
                  location.hash = '#/rules';
                  [...document.querySelectorAll('.spans button')].find(one => one.textContent === '15m').click();
                  return JSON.stringify(history.state);
                }""");
        assertThat(state).isEqualTo("null");
        assertThat(page).hasURL(server.url("#/rules"));
    }

    /** The store has a value for each second of the last quarter of an hour of any range. */
    @Test
    void allPlotsAreComparedWithAnEarlierTime() {
        Map<String, Long> spans = new HashMap<>();
        page.onRequest(request -> {
            Matcher range = HISTORY.matcher(request.url());
            if (range.find() && Long.parseLong(range.group(3)) < System.currentTimeMillis() - 80_000_000) {
                spans.putIfAbsent(range.group(1), Long.parseLong(range.group(3)) - Long.parseLong(range.group(2)));
            }
        });
        page.getByLabel("Compare with").selectOption("1d");
        for (int i = 0; i < 2; i++) {
            Locator keys = page.locator(".panel-plot").nth(i).locator(".key");
            assertThat(keys).hasCount(2);
            assertThat(keys.last()).containsText(Pattern.compile("flp1 · 1 day before \\d+"));
        }
        assertThat(page.locator(".panel-tile .tile")).hasCount(1);
        // The answer for one plot does not shorten the range of the other one.
        assertThat(spans.values()).hasSize(2).allMatch(millis -> millis > 290_000);
        page.reload();
        assertThat(page.locator(".panel-plot .key")).hasCount(4);
        page.getByLabel("Compare with").selectOption("");
        assertThat(page.locator(".panel-plot .key")).hasCount(2);
        assertThat(page).hasURL(server.url("#/view?name=racks"));
    }

    @Test
    void plotsOfGrowthAreNotCompared() throws IOException {
        assertThat(page.getByText("Compare with")).isVisible();
        Files.writeString(directory.resolve("racks.yaml"), VIEW.replace("title: Heat", "rate: true, title: Heat"));
        assertThat(page.getByText("Compare with")).isHidden();
    }

    private Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private Locator host() {
        return page.locator("[data-name=var-host]");
    }

    private String keyOf(int plot) {
        return page.locator(".panel-plot").nth(plot).locator(".keys b").textContent();
    }

    /** Zooms by a drag; returns the address. */
    private String zoom(Locator plot, double from, double to) {
        String before = page.url();
        mouse.drag(plot, from, to);
        assertThat(page).not().hasURL(before);
        assertThat(page).hasURL(PlotMouse.RANGE);
        return page.url();
    }
}
