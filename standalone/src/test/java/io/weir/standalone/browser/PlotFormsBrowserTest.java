package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view Metrics draws stacked areas and small multiples. */
@Tag("long")
class PlotFormsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final int BINS = 20;
    private static final int FIRST = 1_000;
    private static final int LINES = 4;

    /** The puts are [line, bin, value]; the result is the total of each bin, and the areas of each line. */
    private static final String STACK = """
            ([puts, lines, bins, last]) => Promise.all([import('/grid.js'), import('/stack.js')]).then(([{Grid}, {Stack}]) => {
              const grid = new Grid(bins * 1000, bins);
              puts.forEach(([line, bin, value]) => grid.put(line, bin * 1000, value));
              const stack = new Stack(grid);
              const order = [...Array(lines).keys()];
              stack.update(order, last);
              const all = [...Array(bins).keys()].map(i => last - bins + 1 + i);
              const area = (line, i) => Number.isNaN(stack.areas.get(line).to[i]) ? '-' : stack.areas.get(line).from[i] + ':' + stack.areas.get(line).to[i];
              return all.map((bin, i) => [stack.total(bin), ...order.map(line => area(line, i))].join(' ')).join('\\n');
            })""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    /** The oracle sums for each bin the value that each line has then. */
    @Test
    void aStackHasTheValuesThatHoldAtEachTime() {
        page.navigate(server.url("#/metrics?q=none"));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            List<List<Object>> puts = new ArrayList<>();
            List<NavigableMap<Integer, Integer>> lines = new ArrayList<>();
            for (int line = 0; line < LINES; line++) {
                NavigableMap<Integer, Integer> values = new TreeMap<>();
                int most = 1 + random.nextInt(8);
                for (int bin = random.nextInt(BINS); bin < BINS; bin += 1 + random.nextInt(most)) {
                    int value = random.nextInt(100) - 30;
                    values.put(FIRST + bin, value);
                    puts.add(List.of(line, FIRST + bin, value));
                }
                lines.add(values);
            }
            Object stack = page.evaluate(STACK, List.of(puts, LINES, BINS, FIRST + BINS - 1));
            assertEquals(expected(lines), stack, "seed " + seed + ", round " + round);
        }
    }

    private static String expected(List<NavigableMap<Integer, Integer>> lines) {
        List<String> rows = new ArrayList<>();
        for (int bin = FIRST; bin < FIRST + BINS; bin++) {
            int up = 0;
            int down = 0;
            boolean isAny = false;
            String[] areas = new String[LINES];
            for (int line = LINES - 1; line >= 0; line--) {
                Integer value = held(lines.get(line), bin);
                int from = value == null || value >= 0 ? up : down;
                up += value == null ? 0 : Math.max(0, value);
                down += value == null ? 0 : Math.min(0, value);
                isAny |= value != null;
                areas[line] = value == null ? "-" : from + ":" + (from + value);
            }
            rows.add((isAny ? up + down : "") + " " + String.join(" ", areas));
        }
        return String.join("\n", rows);
    }

    /**
     * A value holds for five periods. The first value has the period of the next ones. A single one
     * holds for a minute, which is beyond the range.
     */
    private static @Nullable Integer held(NavigableMap<Integer, Integer> values, int bin) {
        Entry<Integer, Integer> last = values.floorEntry(bin);
        if (last == null) {
            return null;
        }
        List<Integer> bins = List.copyOf(values.keySet());
        int at = bins.indexOf(last.getKey());
        int begin = at > 0 ? at - 1 : Math.max(0, Math.min(1, bins.size() - 2));
        int period = bins.size() > begin + 1 ? bins.get(begin + 1) - bins.get(begin) : BINS;
        return bin - last.getKey() > 5 * period ? null : last.getValue();
    }

    @Test
    void stackedAreasHaveTotalsOfTheShownSeries() {
        threeSeries();
        choose("Stacked");
        assertThat(page).hasURL(Pattern.compile(".*plot=stacked.*"));
        assertThat(page.locator(".unit"))
                .hasText(new String[] {"mem used_bytes · Total 10 GB", "mem used_percent · Total 42 %"});
        assertThat(page.getByText("Compare with")).isHidden();
        assertThat(row("flp2").locator("td.number")).containsText("3 GB");
        row("flp2").locator("button").press("Shift+Enter");
        assertThat(page.locator(".unit").first()).hasText("mem used_bytes · Total 7 GB");
        page.reload();
        assertThat(page.locator(".unit").first()).hasText("mem used_bytes · Total 10 GB");
        server.live("mem,hostname=flp3 used_bytes=5000000000");
        assertThat(page.locator(".unit").first()).hasText("mem used_bytes · Total 15 GB");
        choose("Lines");
        assertThat(page.locator(".unit")).hasText(new String[] {"B", "%"});
        assertThat(page.getByText("Compare with")).isVisible();
    }

    @Test
    void aStackHasNoEarlierTime() {
        page.navigate(server.url("#/metrics?q=temp%20c&before=1d"));
        assertThat(rows()).hasCount(2);
        choose("Stacked");
        assertThat(rows()).hasCount(1);
        choose("Small multiples");
        assertThat(rows()).hasCount(2);
    }

    @Test
    void theCursorShowsAnAreaAndTheTotal() {
        server.lived("mem,hostname=flp1 used_bytes=7000000000", Instant.now().minusSeconds(30));
        server.lived("mem,hostname=flp2 used_bytes=3000000000", Instant.now().minusSeconds(30));
        page.navigate(server.url("#/metrics?q=mem&plot=stacked&span=1m"));
        assertThat(page.locator(".unit")).containsText("Total 10 GB");
        page.getByText("Pause", new Page.GetByTextOptions().setExact(true)).click();
        moveCursorToBottom();
        // The first series of the legend is on top.
        assertThat(page.locator(".tip")).containsText("flp2  3 GB Total 10 GB");
        page.locator(".legend th button").nth(1).press("Enter");
        page.locator(".legend th button").nth(1).press("Enter");
        assertThat(rows().first()).containsText("flp2");
        moveCursorToBottom();
        assertThat(page.locator(".tip")).containsText("flp1  7 GB Total 10 GB");
    }

    @Test
    void aSavedStackHasAreasAndTotals() throws IOException {
        threeSeries();
        choose("Stacked");
        assertThat(page.locator(".unit").first()).containsText("Total 10 GB");
        List<String> csv = saved("CSV").lines().toList();
        assertTrue(csv.get(0).endsWith(",total mem used_bytes,total mem used_percent"), csv.get(0));
        assertTrue(csv.get(csv.size() - 1).endsWith(",10000000000,42"), csv.get(csv.size() - 1));
        String svg = saved("SVG");
        assertTrue(svg.contains("mem used_bytes · Total 10 GB"), svg);
        assertEquals(3, Pattern.compile("class=\"area\"").matcher(svg).results().count());
        assertFalse(svg.contains("class=\"line\""), svg);
        assertEquals("\u0089PNG", saved("PNG").substring(0, 4));
    }

    @Test
    void smallMultiplesShareAxesCrosshairAndZoom() throws IOException {
        for (int i = 1; i <= 3; i++) {
            server.live("mem,hostname=flp" + i + ",detector=D" + i % 2 + " used_bytes=" + i + "000000000");
        }
        page.navigate(server.url("#/metrics?q=mem&plot=multiples"));
        assertThat(page.locator(".unit")).hasText(new String[] {"D0", "D1"});
        page.getByLabel("By tag").selectOption("hostname");
        assertThat(page).hasURL(Pattern.compile(".*plot=multiples&by=hostname.*"));
        assertThat(page.locator(".unit")).hasText(new String[] {"flp1", "flp2", "flp3"});
        // The greatest value is in the scale of each plot.
        assertEquals(3, Pattern.compile(">3 G<").matcher(saved("SVG")).results().count());

        BoundingBox box = page.locator(".u-over").first().boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + box.height / 2);
        assertThat(page.locator(".u-cursor-x:not(.u-off)")).hasCount(3);
        page.mouse().down();
        page.mouse().move(box.x + box.width - 5, box.y + box.height / 2);
        page.mouse().up();
        assertThat(page).hasURL(Pattern.compile(".*from=\\d+&to=\\d+.*"));
    }

    @Test
    void tooManySmallMultiplesAreAnnounced() {
        for (int i = 1; i <= 30; i++) {
            server.live("mem,hostname=flp" + i + " used_bytes=" + i);
        }
        page.navigate(server.url("#/metrics?q=mem&plot=multiples&by=hostname"));
        assertThat(page.locator(".multiple")).hasCount(24);
        assertThat(page.locator("section > .axes-and-note > .note"))
                .hasText("24 of 30 plots are shown. Add tags to select fewer.");
        row("flp30").locator("button").click();
        assertThat(page.locator(".unit")).hasText("flp30");
        assertThat(page.locator("section > .axes-and-note > .note")).hasText("");
    }

    private void threeSeries() {
        server.live("mem,hostname=flp1 used_bytes=7000000000,used_percent=42");
        server.live("mem,hostname=flp2 used_bytes=3000000000");
        page.navigate(server.url("#/metrics?q=mem"));
        assertThat(rows()).hasCount(3);
    }

    /** By keys, near the end of the time axis. */
    private void moveCursorToBottom() {
        page.locator(".plot").focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("Shift+ArrowLeft");
        for (int i = 0; i < 5; i++) {
            page.keyboard().press("Shift+ArrowDown");
        }
    }

    private void choose(String form) {
        page.getByText(form, new Page.GetByTextOptions().setExact(true)).click();
    }

    private Locator rows() {
        return page.locator(".legend tbody tr");
    }

    private Locator row(String text) {
        return rows().filter(new Locator.FilterOptions().setHasText(text));
    }

    private String saved(String kind) throws IOException {
        Download download =
                page.waitForDownload(() -> page.getByText("Save " + kind).click());
        try (InputStream in = download.createReadStream()) {
            return new String(
                    in.readAllBytes(), kind.equals("PNG") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        }
    }
}
