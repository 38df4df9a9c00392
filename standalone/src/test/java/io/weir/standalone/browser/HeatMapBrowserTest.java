package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.weir.standalone.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view Metrics draws histograms as heat maps. */
@Tag("long")
class HeatMapBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final int BINS = 60;
    private static final int FIRST = 1_000;
    private static final int LAST = FIRST + BINS - 1;
    private static final List<String> BOUNDS = List.of("0.1", "0.5", "+Inf");

    /** The puts are [host, bound, bin, count]; the result is for each bin what each row counted, or a gap. */
    private static final String HEAT = """
            ([puts, hosts, bounds, bins, last]) => Promise.all([import('/grid.js'), import('/heat/histograms.js'), import('/heat/histogramheat.js')])
              .then(([{Grid}, {histogramGroups}, {HistogramHeat}]) => {
                const grid = new Grid(bins * 1000, bins);
                const names = hosts.flatMap(host => bounds.map(le => ({measurement: 'wait_seconds_bucket', tags: {host, le}, field: 'value'})));
                puts.forEach(([host, bound, bin, count]) => grid.put(host * bounds.length + bound, bin * 1000, count));
                const [group, ...more] = histogramGroups({names, grid}, null);
                const heat = new HistogramHeat(grid, group);
                heat.update([], last);
                const text = bin => heat.cells.column(bin) ? [...heat.counts(bin)].join(' ') : '-';
                return more.length + '\\n' + [...Array(bins).keys()].map(i => text(last - bins + 1 + i)).join('\\n');
              })""";

    /** The colour in the middle of a cell of the drawn heat map; null where nothing is drawn. */
    private static final String PIXEL = """
            ([across, up]) => {
              const ink = document.querySelector('.ink canvas');
              const [r, g, b, a] = ink.getContext('2d').getImageData(ink.width * across, ink.height * (1 - up), 1, 1).data;
              return a === 0 ? 'none' : '#' + [r, g, b].map(part => part.toString(16).padStart(2, '0')).join('');
            }""";

    private final Instant start = Instant.now().minusSeconds(40);
    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    /**
     * The oracle finds for each bin the reports around it. A host reports in equal intervals, may fall silent once, and
     * may restart.
     */
    @Test
    void cellsCountWhatHappenedBetweenReports() {
        page.navigate(server.url("#/metrics?q=none"));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            List<List<Object>> puts = new ArrayList<>();
            List<NavigableMap<Integer, int[]>> hosts = new ArrayList<>();
            List<Integer> periods = new ArrayList<>();
            for (int host = 0; host < 2; host++) {
                int period = 1 + random.nextInt(6);
                NavigableMap<Integer, int[]> reports = reports(random, period);
                int of = host;
                reports.forEach((bin, counts) -> {
                    Entry<Integer, int[]> before = reports.lowerEntry(bin);
                    for (int bound = 0; bound < counts.length; bound++) {
                        boolean isSame = before != null && before.getValue()[bound] == counts[bound];
                        // A rule may suppress what has not changed.
                        if (!isSame || bound == counts.length - 1) {
                            puts.add(List.of(of, bound, bin, counts[bound]));
                        }
                    }
                });
                hosts.add(reports);
                periods.add(period);
            }
            Object cells = page.evaluate(HEAT, List.of(puts, List.of("a", "b"), BOUNDS, BINS, LAST));
            assertEquals("0\n" + expected(hosts, periods), cells, "seed " + seed + ", round " + round);
        }
    }

    /** The counts of each report include the smaller buckets. A restart that the counts do not show is not detected. */
    private static NavigableMap<Integer, int[]> reports(Random random, int period) {
        NavigableMap<Integer, int[]> reports = new TreeMap<>();
        int[] counts = {random.nextInt(50), 50 + random.nextInt(50), 100 + random.nextInt(50)};
        int silentAt = random.nextInt(BINS);
        boolean isSilent = false;
        for (int bin = FIRST + random.nextInt(period); bin <= LAST; bin += period) {
            if (!isSilent && bin > FIRST + silentAt) {
                isSilent = true;
                bin += period * (4 + random.nextInt(3));
            }
            if (random.nextInt(12) == 0) {
                counts = new int[counts.length];
            }
            int more = 0;
            for (int bound = 0; bound < counts.length; bound++) {
                more += random.nextInt(5);
                counts[bound] += more;
            }
            if (bin <= LAST) {
                reports.put(bin, counts.clone());
            }
        }
        return reports;
    }

    private static String expected(List<NavigableMap<Integer, int[]>> hosts, List<Integer> periods) {
        List<String> rows = new ArrayList<>();
        for (int bin = FIRST; bin <= LAST; bin++) {
            int[] sums = new int[BOUNDS.size()];
            boolean isAny = false;
            for (int host = 0; host < hosts.size(); host++) {
                Entry<Integer, int[]> before = hosts.get(host).lowerEntry(bin);
                Entry<Integer, int[]> after = hosts.get(host).ceilingEntry(bin);
                if (before != null && after != null && isKnown(before, after, hosts.get(host), periods.get(host))) {
                    isAny = true;
                    int smaller = 0;
                    for (int bound = 0; bound < sums.length; bound++) {
                        int growth = after.getValue()[bound] - before.getValue()[bound];
                        sums[bound] += Math.max(0, growth - smaller);
                        smaller = Math.max(smaller, growth);
                    }
                }
            }
            rows.add(isAny ? sums[0] + " " + sums[1] + " " + sums[2] : "-");
        }
        return String.join("\n", rows);
    }

    /** The first interval has no period to compare with. */
    private static boolean isKnown(
            Entry<Integer, int[]> before, Entry<Integer, int[]> after, NavigableMap<Integer, int[]> all, int period) {
        boolean isFirst = all.firstKey().equals(before.getKey());
        if (!isFirst && after.getKey() - before.getKey() > 5 * period) {
            return false;
        }
        for (int bound = 0; bound < BOUNDS.size(); bound++) {
            if (after.getValue()[bound] < before.getValue()[bound]) {
                return false;
            }
        }
        return true;
    }

    @Test
    void aHistogramHasQuantilesAndAKey() {
        twoHosts();
        choose("Heat map");
        assertThat(page).hasURL(Pattern.compile(".*plot=heat.*"));
        assertThat(page.locator(".unit"))
                .hasText("http_seconds · 30 observations · p50 0.225 s · p95 0.5 s · p99 0.5 s");
        assertThat(page.locator(".heat-key .key:not(.curve)")).hasCount(8);
        assertThat(page.locator(".heat-key")).containsText("observations per second");
        assertThat(page.locator(".heat-key .curve")).hasText(new String[] {"p50", "p95", "p99"});
        assertThat(page.getByText("Compare with")).isHidden();
        assertThat(page.locator(".plot"))
                .hasAttribute("aria-label", "Heat map: http_seconds. Arrow keys move the cursor");
        choose("Lines");
        assertThat(page.locator(".heat-key")).hasCount(0);
        assertThat(page.getByText("Compare with")).isVisible();
    }

    @Test
    void keysReadTheCells() {
        twoHosts();
        choose("Heat map");
        assertThat(page.locator(".unit")).containsText("30 observations");
        page.locator(".plot").focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("Shift+ArrowLeft");
        page.keyboard().press("Shift+ArrowLeft");
        assertThat(page.locator(".tip")).containsText("0.1 s to 0.5 s 16 of 30 observations (53 %)");
        assertThat(page.locator(".bar > .note[role=status]").first())
                .containsText(Pattern.compile("At [0-9:]{8}: 0.1 s to 0.5 s, 16 of 30 observations \\(53 %\\)"));
        page.keyboard().press("ArrowUp");
        assertThat(page.locator(".tip")).containsText("above 0.5 s 4 of 30");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowDown");
        assertThat(page.locator(".tip")).containsText("up to 0.1 s 10 of 30");
        for (int i = 0; i < 3; i++) {
            page.keyboard().press("Shift+ArrowLeft");
        }
        assertThat(page.locator(".tip")).containsText("no data");
        assertThat(page.locator(".unit")).hasText("http_seconds · no data");
    }

    @Test
    void coloursShowCountsAndGapsAreEmpty() {
        twoHosts();
        choose("Heat map");
        assertThat(page.locator(".unit")).containsText("30 observations");
        // 16 observations in 20 s are more than half of the end of the scale, which is 1 per second.
        assertEquals(variable("--h7"), pixel(0.8, 0.55));
        assertEquals(variable("--h6"), pixel(0.8, 0.1));
        assertEquals(variable("--h5"), pixel(0.8, 0.9));
        assertEquals("none", pixel(0.5, 0.55));
    }

    @Test
    void fieldsMayBeBuckets() {
        server.lived("wait_seconds,host=a 0.1=1,0.5=1,+Inf=1,count=1,sum=4", start);
        page.navigate(server.url("#/metrics?q=wait_seconds&plot=heat&span=1m"));
        assertThat(page.locator(".legend td.number").last()).hasText("4");
        server.lived("wait_seconds,host=a 0.1=3,0.5=4,+Inf=5,count=5,sum=9", start.plusSeconds(20));
        assertThat(page.locator(".unit")).containsText("wait_seconds · 4 observations · p50 0.1 s");
    }

    @Test
    void arraysMayBeTheCountsOfBuckets() {
        String wait = "wait_seconds,host=a bounds=\"[0.1,0.5]\",counts=\"[100,20,10]\"";
        String rest = "rest_seconds,host=a bounds=\"[0.1,0.5]\",counts_delta=\"[1,2,3]\"";
        server.lived(wait, start);
        server.lived(rest, start);
        page.navigate(server.url("#/metrics?q=wait_seconds&q=rest_seconds&plot=heat&span=1m"));
        assertThat(page.locator(".legend tbody tr")).hasCount(4);
        // The stream begins with numbers only, and may not have begun yet.
        eventually("both are shown", () -> {
            server.lived(wait, start.plusMillis(100));
            server.lived(rest, start.plusMillis(100));
            return page.locator(".unit").count() == 2;
        });
        assertThat(page.locator(".unit")).hasText(new String[] {"wait_seconds · no data", "rest_seconds · no data"});
        server.lived("wait_seconds,host=a bounds=\"[0.1,0.5]\",counts=\"[110,36,14]\"", start.plusSeconds(20));
        server.lived("rest_seconds,host=a bounds=\"[0.1,0.5]\",counts_delta=\"[10,16,4]\"", start.plusSeconds(20));
        String summary = "_seconds · 30 observations · p50 0.225 s · p95 0.5 s · p99 0.5 s";
        assertThat(page.locator(".unit")).hasText(new String[] {"wait" + summary, "rest" + summary});
    }

    @Test
    void arraysHaveARowForEachElement() throws IOException {
        String first = "spectrum,host=a bins=\"[1,2,-4]\"";
        server.lived(first, start);
        page.navigate(server.url("#/metrics?q=spectrum&plot=heat&span=1m"));
        assertThat(page.locator(".legend tbody tr")).hasCount(1);
        // The stream begins with numbers only, and may not have begun yet.
        eventually("an array is shown", () -> {
            server.lived(first, start.plusMillis(100));
            return page.locator(".unit").count() == 1;
        });
        assertThat(page.locator(".unit")).hasText("spectrum bins · least -4 · mean -0.333 · greatest 2");
        server.lived("spectrum,host=a bins=\"[1,4,4]\"", start.plusSeconds(10));
        assertThat(page.locator(".unit")).hasText("spectrum bins · least 1 · mean 3 · greatest 4");
        page.getByText("Pause", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".heat-key .key"))
                .hasText(new String[] {"≤ -3", "≤ -2", "≤ -1", "≤ 0", "≤ 1", "≤ 2", "≤ 3", "≤ 4"});
        assertThat(page.locator(".timeline")).isHidden();
        page.locator(".plot").focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("Shift+ArrowLeft");
        assertThat(page.locator(".tip")).containsText("Element 1: 2");
        page.keyboard().press("ArrowUp");
        assertThat(page.locator(".tip")).containsText("Element 2: -4");
        assertEquals(variable("--h5"), pixel(0.9, 0.5));
        assertEquals("none", pixel(0.5, 0.5));
        List<String> csv = saved("CSV").lines().toList();
        assertTrue(csv.get(csv.size() - 1).endsWith(",\"[1,4,4]\",1,4,4"), csv.get(csv.size() - 1));
        assertEquals(
                8,
                Pattern.compile("class=\"cells\"")
                        .matcher(saved("SVG"))
                        .results()
                        .count());
    }

    @Test
    void theStoreHasHistogramsToo() {
        page.navigate(server.url("#/metrics?q=stored_seconds_bucket&plot=heat&from=1790000000000&to=1790000060000"));
        assertThat(page.locator(".unit"))
                .hasText("stored_seconds · 4 observations · p50 0.3 s · p95 0.5 s · p99 0.5 s");
        page.navigate(server.url("#/metrics?q=temp&plot=heat"));
        assertThat(page.locator(".axes-and-note > .note"))
                .containsText("There is no histogram and no array among the shown series");
    }

    @Test
    void hiddenSeriesLeaveTheHeatMap() {
        twoHosts();
        choose("Heat map");
        assertThat(page.locator(".unit")).containsText("30 observations");
        for (String bound : BOUNDS) {
            page.locator(".legend tbody tr")
                    .filter(new Locator.FilterOptions().setHasText("b · " + bound))
                    .locator("button")
                    .press("Shift+Enter");
        }
        assertThat(page.locator(".unit")).containsText("20 observations");
    }

    @Test
    void aSavedHeatMapHasCellsCurvesAndAKey() throws IOException {
        twoHosts();
        choose("Heat map");
        assertThat(page.locator(".unit")).containsText("30 observations");
        List<String> csv = saved("CSV").lines().toList();
        assertTrue(
                csv.get(0)
                        .endsWith(
                                ",http_seconds up to 0.1 s per second,http_seconds 0.1 s to 0.5 s per second,"
                                        + "http_seconds above 0.5 s per second,http_seconds p50,http_seconds p95,http_seconds p99"),
                csv.get(0));
        assertTrue(csv.get(csv.size() - 1).endsWith(",0.5,0.8,0.2,0.225,0.5,0.5"), csv.get(csv.size() - 1));
        String svg = saved("SVG");
        assertEquals(
                8, Pattern.compile("class=\"cells\"").matcher(svg).results().count());
        assertEquals(
                3, Pattern.compile("class=\"curve\"").matcher(svg).results().count());
        assertFalse(svg.contains("class=\"line\""), svg);
        assertTrue(svg.contains(">observations per second<"), svg);
        assertEquals("\u0089PNG", saved("PNG").substring(0, 4));
    }

    /** 30 observations within the last 20 s of the axis, which ends with the latest value. */
    private void twoHosts() {
        buckets("a", start, 100, 120, 130);
        buckets("b", start, 700, 800, 900);
        page.navigate(server.url("#/metrics?q=http_seconds_bucket&span=1m"));
        assertThat(page.locator(".legend td.number").filter(new Locator.FilterOptions().setHasText("900")))
                .isVisible();
        assertThat(page.locator(".legend tbody tr")).hasCount(6);
        buckets("a", start.plusSeconds(20), 110, 138, 150);
        buckets("b", start.plusSeconds(20), 700, 808, 910);
        assertThat(page.locator(".legend td.number").filter(new Locator.FilterOptions().setHasText("910")))
                .isVisible();
        page.getByText("Pause", new Page.GetByTextOptions().setExact(true)).click();
    }

    private void buckets(String host, Instant at, int... counts) {
        for (int i = 0; i < counts.length; i++) {
            server.lived("http_seconds_bucket,host=" + host + ",le=" + BOUNDS.get(i) + " value=" + counts[i], at);
        }
    }

    private String variable(String name) {
        return (String)
                page.evaluate("name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()", name);
    }

    private String pixel(double across, double up) {
        return (String) page.evaluate(PIXEL, List.of(across, up));
    }

    private void choose(String form) {
        page.getByText(form, new Page.GetByTextOptions().setExact(true)).click();
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
