package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Zoom, filters, times, help, and what the page shows without a connection. */
@Tag("long")
class PageBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /** The modules and styles that the browser loaded. */
    private static final String FILES = """
            () => performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)
              .filter(name => /[.](js|css)$/.test(name)).sort()""";

    private static final String AXIS =
            "([span, bins]) => import('/grid.js').then(({Grid}) => { const grid = new Grid(span, bins); return grid.bins * grid.step; })";
    private static final String TICKS =
            "([ticks, step]) => import('/ticks.js').then(({marked}) => ticks.map(tick => marked(tick, step)))";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    /** On other platforms, the build does not join the modules. */
    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void allModulesAreOneFileAndAllStylesAnother() {
        open("#/overview");
        assertThat(page.locator(".verdict strong")).isVisible();
        assertThat(page.evaluate(FILES)).isEqualTo(List.of("/app.css", "/app.js"));
    }

    /** Requested one after the other, they would delay the first view. */
    @Test
    void theFirstViewWaitsForOneRoundTrip() {
        List<String> asked = new ArrayList<>();
        List<Route> held = new ArrayList<>();
        page.route("**/api/session", held::add);
        page.onRequest(request -> asked.add(request.url().replaceFirst(".*/api/", "")));
        page.navigate(server.url("#/overview"));
        page.waitForCondition(() -> asked.containsAll(List.of("session", "host-tags", "overview")));
        page.unroute("**/api/session");
        held.forEach(Route::resume);
        assertThat(page.locator("main.overview .tile").first()).isVisible();
        assertThat(asked).containsOnlyOnce("host-tags");

        asked.clear();
        page.navigate("about:blank");
        page.navigate(server.url("#/alarms"));
        assertThat(page.locator("main.alarms")).isVisible();
        assertThat(asked).contains("session").doesNotContain("overview");
    }

    /** The user goes elsewhere before the first view is shown, so that no view takes its answer. */
    @Test
    void anAnswerThatWasRequestedEarlyIsNotUsedLater() {
        List<Route> held = new ArrayList<>();
        for (String first : List.of("**/api/session", "**/api/overview")) {
            page.route(first, held::add, new Page.RouteOptions().setTimes(1));
        }
        // Chromium lets all held requests go as soon as no request is observed.
        page.route("**/api/nothing", Route::resume);
        page.navigate(server.url("#/overview"));
        page.waitForCondition(() -> held.size() == 2);
        page.evaluate("() => { location.hash = '#/alarms'; }");
        held.stream().filter(route -> route.request().url().endsWith("session")).forEach(Route::resume);
        assertThat(page.locator("main.alarms .alarm-rows")).isVisible();

        page.evaluate("() => { location.hash = '#/overview'; }");
        assertThat(page.locator("main.overview .verdict strong")).isVisible();
    }

    @Test
    void theAxisIsAsLongAsTheRange() {
        open("#/sources");
        assertThat(page.evaluate(AXIS, List.of(20_000, 900))).isEqualTo(20_000);
        assertThat(page.evaluate(AXIS, List.of(60_000, 900))).isEqualTo(60_000);
        assertThat((int) page.evaluate(AXIS, List.of(300_000, 900))).isBetween(300_000, 301_000);
    }

    @Test
    void ticksOfLargeNumbersDiffer() {
        open("#/sources");
        assertThat(page.evaluate(TICKS, List.of(List.of(9.0001e15, 9.0002e15, 9.0003e15), 1e11)))
                .isEqualTo(List.of("9000.1 T", "9000.2 T", "9000.3 T"));
        assertThat(page.evaluate(TICKS, List.of(List.of(0, 500, 1_000, 1_500), 500)))
                .isEqualTo(List.of("0", "500", "1 k", "1.5 k"));
        assertThat(page.evaluate(TICKS, List.of(List.of(0.25, 0.5, 0.75), 0.25)))
                .isEqualTo(List.of("0.25", "0.50", "0.75"));
    }

    @Test
    void aZoomIsUndoneByDoubleClickEscapeAndBack() {
        open("#/metrics?q=temp");
        assertThat(page.locator(".legend tbody tr")).hasCount(1);
        String before = page.url();
        List<Runnable> undoes = List.of(
                () -> page.locator(".u-over").dblclick(), () -> page.keyboard().press("Escape"), page::goBack);
        for (Runnable undo : undoes) {
            zoom();
            assertThat(page).hasURL(Pattern.compile(".*from=.*"));
            undo.run();
            assertThat(page).hasURL(before);
            // The address changes before the view does.
            assertThat(page.getByLabel("From")).hasValue("");
        }
    }

    private void zoom() {
        BoundingBox box = page.locator(".u-over").boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + 50);
        page.mouse().down();
        page.mouse().move(box.x + box.width * 0.75, box.y + 60);
        page.mouse().up();
    }

    @Test
    void aTextBesideTheCursorShowsTimeAndValue() {
        open("#/metrics?q=temp");
        assertThat(page.locator(".legend td.number")).not().isEmpty();
        BoundingBox box = page.locator(".u-over").boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + box.height / 2);
        assertThat(page.locator(".tip")).hasText(Pattern.compile("\\d\\d:\\d\\d:\\d\\d[\\s\\S]*"));
    }

    @Test
    void filtersKnowTagsGlobsAndExclusionsAndTheCountsFollow() {
        Instant now = Instant.now();
        server.raise("cpu/flp200", "MAJOR", now);
        server.raise("cpu/flp201", "MINOR", now);
        server.raise("fan/flp200", "MINOR", now);
        server.raise("fan/epn1", "MINOR", now);
        Map<String, Integer> rows = Map.of(
                "hostname=flp200",
                2,
                "hostname=flp2*",
                3,
                "flp2*",
                3,
                "flp20",
                3,
                "-cpu",
                2,
                "flp2* -cpu",
                1,
                "flp",
                3,
                "hostname=flp",
                0,
                "rule=fan",
                2,
                "severity=minor epn?",
                1);
        open("#/alarms");
        rows.forEach((filter, count) -> {
            page.locator("input[type=search]").fill(filter);
            assertThat(page.locator(".row")).hasCount(count);
        });
        page.locator("input[type=search]").fill("-cpu");
        assertThat(page.locator(".counts"))
                .hasText(Pattern.compile(
                        "\\s*MAJOR 0 MINOR 2 INVALID 0\\s+match -cpu\\.\\s*Not shown: MAJOR 2 unacknowledged"));
    }

    @Test
    void withoutAConnectionThePageIsGreyAndStatesOfWhen() {
        server.raise("cpu/flp200", "MAJOR", Instant.now());
        open("#/alarms");
        assertThat(page.locator(".row")).hasCount(1);
        server.close();
        assertThat(page.locator("#link"))
                .hasText(Pattern.compile("As of \\d\\d:\\d\\d:\\d\\d. Connection lost, reconnecting"));
        assertThat(page.locator("html")).hasClass(Pattern.compile("away"));
    }

    @Test
    void missingHistoryIsNoLongerReportedOnceItIsThere() {
        page.clock().install();
        BrowserContext context = page.context();
        context.route(
                "**/api/history*",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(502)
                        .setBody("{\"error\":\"the store does not answer\"}")));
        open("#/metrics?q=temp");
        assertThat(page.locator(".notice")).hasText("No history: the store does not answer");
        context.unroute("**/api/history*");
        // The page asks the store again 15 s after the first time. Its stream would be lost after 15 s without an
        // event, of which the server sends one every 5 s.
        page.clock().fastForward(9_000);
        assertThat(page.locator(".notice")).hasCount(0);
        assertThat(page.locator(".legend td.number")).not().isEmpty();
    }

    @Test
    void wrongAddressesAndSelectorsAreReported() {
        open("#/nosuchview");
        assertThat(page.locator("main")).containsText("No view has the name nosuchview");
        open("#/metrics?q=temp,%20c");
        assertThat(page.locator(".notice.wrong").first()).isVisible();
    }

    @Test
    void theClockShowsTheTimeZoneAndSwitchesIt() {
        open("#/sources");
        Locator clock = page.locator("#clock");
        assertThat(clock).containsText(Pattern.compile("\\b20\\d\\d\\b"));
        clock.click();
        assertThat(clock).containsText("UTC");
        assertThat(clock).hasAttribute("title", Pattern.compile("All times are in UTC.*"));
    }

    @Test
    void aQuestionMarkShowsTheKeys() {
        open("#/alarms");
        page.keyboard().press("?");
        assertThat(page.locator("dialog.help")).containsText("Selects a range");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog.help")).hasCount(0);
    }

    private void open(String view) {
        Tab.show(page, server.url(view));
    }
}
