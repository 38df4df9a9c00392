package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A user selects a range in a plot while data arrive. */
@Tag("long")
class DragBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final long SPAN_MILLIS = 60_000;
    private static final Pattern SECOND = Pattern.compile("\\d\\d:\\d\\d:(\\d\\d)");

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();
    private final PlotMouse mouse = new PlotMouse(page);
    private final Locator plot = page.locator(".plot").first();
    private final Locator rows = page.locator(".legend tbody tr");

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aSeriesWithAnotherUnitDoesNotEndASelection() {
        server.live("heat,hostname=flp1 celsius=20");
        open("#/metrics?q=heat&span=1m");
        mouse.press(plot, 0.5);
        server.live("heat,hostname=flp1 rpm=900");
        assertThat(rows).hasCount(2);
        assertThat(zoomTo(0.75)).isCloseTo(SPAN_MILLIS / 4, within(SPAN_MILLIS / 50));
    }

    @Test
    void historyThatArrivesDoesNotEndASelection() {
        List<Route> held = new ArrayList<>();
        page.route("**/api/history?*", held::add);
        server.live("temp,hostname=flp1 celsius=20");
        open("#/metrics?q=temp&span=1m");
        mouse.press(plot, 0.5);
        page.waitForCondition(() -> !held.isEmpty());
        held.forEach(Route::resume);
        // The store has another unit.
        assertThat(rows).hasCount(2);
        assertThat(zoomTo(0.75)).isCloseTo(SPAN_MILLIS / 4, within(SPAN_MILLIS / 50));
    }

    @Test
    void aSelectionIsOfTheTimesThatItWasBegunAt() {
        open("#/metrics?q=temp&span=1m");
        mouse.press(plot, 0.5);
        int second = shownSecond();
        int clock = secondOf(page.locator("#clock"));
        eventually("time passes", () -> Math.floorMod(secondOf(page.locator("#clock")) - clock, 60) >= 4);
        assertThat(zoomTo(0.75)).isCloseTo(SPAN_MILLIS / 4, within(SPAN_MILLIS / 50));
        assertThat(Math.floorMod(mouse.fromMillis() / 1_000 - second + 1, 60)).isLessThanOrEqualTo(2);
    }

    @Test
    void theTopStaysDuringADrag() {
        for (int host = 1; host <= 3; host++) {
            server.live("cpu,hostname=flp" + host + " load=" + host);
        }
        open("#/metrics?q=cpu&span=1m&top=2");
        assertThat(rows).hasCount(2);
        mouse.press(plot, 0.5);
        server.live("cpu,hostname=flp1 load=500");
        // A new series is compared at once.
        server.live("cpu,hostname=flp4 load=0");
        server.live("cpu,hostname=flp3 load=400");
        assertThat(page.locator(".legend")).containsText("400");
        assertThat(page.locator(".legend")).not().containsText("flp1");
        mouse.release();
        assertThat(page.locator(".legend")).containsText("flp1");
    }

    @Test
    void aClickLetsThePlotGoOn() {
        open("#/metrics?q=temp&span=1m");
        mouse.press(plot, 0.5);
        mouse.release();
        int second = shownSecond();
        eventually("the time axis moves", () -> {
            mouse.move(plot, 0.51);
            mouse.move(plot, 0.5);
            return Math.floorMod(shownSecond() - second, 60) >= 2;
        });
    }

    /** Ends a drag; returns the length of the selected range. */
    private long zoomTo(double part) {
        mouse.move(plot, part);
        mouse.release();
        return mouse.millis();
    }

    private int shownSecond() {
        return secondOf(page.locator(".tip:visible").first());
    }

    private static int secondOf(Locator time) {
        Matcher second = SECOND.matcher(time.textContent());
        assertThat(second.find()).isTrue();
        return Integer.parseInt(second.group(1));
    }

    private void open(String view) {
        page.navigate(server.url(view));
        assertThat(page.locator(".legend td.number").first()).not().isEmpty();
    }
}
