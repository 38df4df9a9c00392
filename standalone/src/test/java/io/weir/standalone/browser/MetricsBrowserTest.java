package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.KeyboardModifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Texts over time, units and the legend of the view Metrics. */
@Tag("long")
class MetricsBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String STATES = """
            puts => import('/states.js').then(({States}) => {
              const states = new States();
              puts.forEach(([millis, text]) => states.put(0, millis, text));
              return states.between(0, 0, 20).map(({from, to, text}) => text + from + '-' + to).join(' ');
            })""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aTextIsATimelineOfItsHistoryAndItsLiveChanges() {
        page.navigate(server.url("#/metrics?q=run%20state"));
        Locator states = page.locator(".timelines .state");
        assertThat(states).hasCount(2);
        assertThat(states.first()).hasText("IDLE");
        assertThat(states.last()).hasText("RUNNING");
        assertThat(page.locator(".u-wrap")).isHidden();

        server.live("run,hostname=flp1 state=\"ERROR\"");
        assertThat(states).hasCount(3);
        assertThat(states.last()).hasText("ERROR");
        server.live("run,hostname=flp1 state=\"ERROR\"");
        server.live("run,hostname=flp1 state=\"IDLE\"");
        assertThat(states).hasCount(4);
        assertThat(states.last()).hasAttribute("title", Pattern.compile("IDLE\\n.*\\d\\d:\\d\\d:\\d\\d to .*"));
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("table.values td.number").first()).containsText("IDLE");
        assertThat(page.locator(".timelines")).isHidden();
    }

    /** The store has a value for each second of the last quarter of an hour of any range. */
    @Test
    void anEarlierTimeIsComparedAtTheTimesOfTheRange() {
        long to = Instant.now().getEpochSecond() / 60 * 60_000;
        String range = "&from=" + (to - 180_000) + "&to=" + to;
        page.navigate(server.url("#/metrics?q=temp%20c" + range));
        assertThat(rows()).hasCount(1);
        page.getByLabel("Compare with").selectOption("1d");
        assertThat(rows()).hasCount(2);
        assertThat(page).hasURL(Pattern.compile(".*&before=1d.*"));
        assertThat(rows().last()).containsText("temp c · 1 day before");
        // The least, mean and greatest value.
        for (int column = 2; column < 5; column++) {
            String own = rows().first().locator("td").nth(column).textContent();
            assertThat(rows().last().locator("td").nth(column)).hasText(own);
            assertTrue(Pattern.matches("\\d.*", own), own);
        }
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("table.values tbody tr")).hasCount(1);
        page.getByText("Plot", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(rows()).hasCount(2);
        page.getByLabel("Compare with").selectOption("");
        assertThat(rows()).hasCount(1);
        assertEquals("1d 7200000 null null null", page.evaluate("""
                        () => import('/earlier.js').then(({earlierOf}) =>
                          [earlierOf('1d')?.key, earlierOf('2h')?.millis, earlierOf('0d'), earlierOf('1y'), earlierOf(null)].map(String).join(' '))"""));
    }

    @Test
    void anEarlierTimeFollowsLiveValues() {
        Predicate<Request> isOfAnHourBefore = request -> {
            Matcher range =
                    Pattern.compile("/api/history\\?.*&from=(\\d+)&to=(\\d+)").matcher(request.url());
            return range.find()
                    && Long.parseLong(range.group(2)) < System.currentTimeMillis() - 3_500_000
                    && Long.parseLong(range.group(2)) - Long.parseLong(range.group(1)) < 120_000;
        };
        page.clock().install();
        page.waitForRequest(isOfAnHourBefore, () -> {
            page.navigate(server.url("#/metrics?q=temp%20c&span=1h&before=1h"));
            assertThat(rows().last()).containsText("1 hour before");
            // The page asks for new values 10 s after the answer.
            page.clock().fastForward(9_000);
        });
    }

    /** A bin that was asked for too early has a mean of its beginning only. */
    @Test
    void aLaterAnswerReplacesTheMeansOfAnEarlierTime() {
        page.navigate(server.url("#/metrics?q=none"));
        assertEquals("[1,7,3] 7", page.evaluate("""
                        () => Promise.all([import('/lines.js'), import('/earlier.js')]).then(([{Lines}, {earlierOf}]) => {
                          const lines = new Lines(30_000, {bins: 3, to: 90_000_000, earlier: earlierOf('1d')});
                          const add = points => lines.addEarlier({measurement: 'm', tags: {}, field: 'f', before: '1 day before', points});
                          add([[3_570_000, 1], [3_580_000, 2]]);
                          add([[3_580_000, 7], [3_590_000, 3]]);
                          const means = [8997, 8998, 8999].map(bin => lines.grid.lastIn(0, bin));
                          return JSON.stringify(means) + ' ' + lines.lastEarlier(0, 8998);
                        })"""));
    }

    @Test
    void aWallShowsTheLatestValues() {
        server.live("temp,hostname=flp1 c=987");
        long to = System.currentTimeMillis() - 120_000;
        page.navigate(server.url("#/metrics?q=temp&from=" + (to - 60_000) + "&to=" + to + "&wall=1"));
        assertThat(page).hasURL(server.url("#/metrics?q=temp&wall=1"));
        assertThat(rows().locator("td.number").first()).hasText("987");
    }

    @Test
    void backAfterGoLiveReturnsToTheRange() {
        long to = System.currentTimeMillis() - 120_000;
        String range = server.url("#/metrics?q=temp&from=" + (to - 60_000) + "&to=" + to);
        page.navigate(range);
        page.getByText("Go live").click();
        assertThat(page).hasURL(server.url("#/metrics?q=temp"));
        page.goBack();
        assertThat(page).hasURL(range);
    }

    @Test
    void aZoomBeforeAnotherChoiceIsUndone() {
        long to = System.currentTimeMillis() - 120_000;
        String range = server.url("#/metrics?q=temp&span=1m&from=" + (to - 60_000) + "&to=" + to);
        page.navigate(range);
        assertThat(rows()).hasCount(1);
        new PlotMouse(page).drag(page.locator(".plot").first(), 0.25, 0.75);
        assertThat(page).not().hasURL(range);
        page.getByText("Split", new Page.GetByTextOptions().setExact(true)).click();
        page.keyboard().press("Escape");
        assertThat(page).hasURL(range + "&split=1");
        page.getByText("Go live").click();
        assertThat(page).hasURL(server.url("#/metrics?q=temp&span=1m&split=1"));
    }

    private void threeSeries() {
        server.live("mem,hostname=flp1 used_bytes=7000000000,used_percent=42");
        server.live("mem,hostname=flp2 used_bytes=3000000000");
        page.navigate(server.url("#/metrics?q=mem"));
        assertThat(rows()).hasCount(3);
    }

    @Test
    void eachUnitHasAScaleAndSplitGivesEachFieldOne() {
        threeSeries();
        assertThat(page.locator(".u-wrap")).hasCount(2);
        assertThat(page.locator(".unit")).hasText(new String[] {"B", "%"});
        assertThat(rows().filter(new Locator.FilterOptions().setHasText("flp2")))
                .containsText("3 GB");
        page.getByText("Split", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".unit")).hasText(new String[] {"mem used_bytes", "mem used_percent"});
        assertThat(page).hasURL(Pattern.compile(".*split=1"));
    }

    @Test
    void theLegendSortsFiltersHidesIsolatesAndCopies() {
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        threeSeries();
        Locator value = page.locator(".legend th button").nth(1);
        value.click();
        assertThat(rows().first()).containsText("7 GB");
        assertThat(rows().last()).containsText("42 %");
        value.click();
        assertThat(rows().first()).containsText("42 %");

        rows().first().locator("button").click();
        assertThat(page.locator(".legend tr.off")).hasCount(2);
        assertThat(page.locator(".u-wrap")).hasCount(1);
        rows().first().locator("button").click();
        assertThat(page.locator(".legend tr.off")).hasCount(0);
        rows().last()
                .locator("button")
                .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL)));
        assertThat(page.locator(".legend tr.off")).containsText("7 GB");
        assertThat(page.locator(".u-wrap")).hasCount(2);
        page.getByText("Show all").click();
        assertThat(page.locator(".legend tr.off")).hasCount(0);

        page.getByLabel("Filter the legend").fill("hostname=flp1 -percent");
        assertThat(page.locator(".legend tbody tr:visible")).hasCount(1);
        page.getByText("Copy", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Copied")).isVisible();
        assertEquals(
                "Series\tLast\tMin\tMean\tMax\nused_bytes · flp1\t7 GB\t7 GB\t7 GB\t7 GB",
                page.evaluate("() => navigator.clipboard.readText()"));
    }

    @Test
    void keysHideAndIsolateASeries() {
        threeSeries();
        Locator name = rows().last().locator("button");
        name.press("Shift+Enter");
        assertThat(page.locator(".legend tr.off")).hasCount(1);
        assertThat(name).hasAttribute("aria-pressed", "false");
        name.press("Shift+Enter");
        assertThat(page.locator(".legend tr.off")).hasCount(0);
        name.press("Enter");
        assertThat(page.locator(".legend tr.off")).hasCount(2);
        assertThat(name).hasAttribute("aria-pressed", "true");
    }

    @Test
    void theLegendSortsByTheValuesOverTheSpan() {
        Instant start = Instant.now().minusSeconds(60);
        page.navigate(server.url("#/metrics?q=mem"));
        List<Integer> ones = List.of(10, 60, 20);
        List<Integer> others = List.of(40, 30, 50);
        for (int i = 0; i < 3; i++) {
            Instant at = start.plusSeconds(10L * i);
            server.lived("mem,hostname=flp1 used_percent=" + ones.get(i), at);
            server.lived("mem,hostname=flp2 used_percent=" + others.get(i), at);
            // A later value may replace one that was not sent.
            assertThat(row("flp1").locator("td.number")).containsText(ones.get(i) + " %");
            assertThat(row("flp2").locator("td.number")).containsText(others.get(i) + " %");
        }
        assertThat(row("flp1").locator("td.over")).hasText(new String[] {"10 %", "30 %", "60 %"});
        assertThat(row("flp2").locator("td.over")).hasText(new String[] {"30 %", "40 %", "50 %"});
        List<String> first = List.of("flp2", "flp2", "flp2", "flp1");
        for (int column = 0; column < first.size(); column++) {
            Locator head = page.locator(".legend th").nth(column + 1);
            head.locator("button").click();
            assertThat(head).hasAttribute("aria-sort", "descending");
            assertThat(rows().first()).containsText(first.get(column));
            head.locator("button").click();
            assertThat(head).hasAttribute("aria-sort", "ascending");
            assertThat(rows().last()).containsText(first.get(column));
        }
        assertThat(page.locator(".legend [aria-sort]")).hasCount(1);
    }

    @Test
    void aLineThatAppearsWhileAnotherIsHiddenIsShown() {
        threeSeries();
        rows().last()
                .locator("button")
                .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.CONTROL)));
        assertThat(page.locator(".legend tr.off")).hasCount(1);
        server.live("mem,hostname=flp3 fan_rpm=900");
        assertThat(rows()).hasCount(4);
        assertThat(page.locator(".legend tr.off")).hasCount(1);
        assertThat(page.locator(".unit")).containsText(new String[] {"rpm"});

        rows().first().locator("button").click();
        server.live("mem,hostname=flp4 fan_rpm=900");
        assertThat(page.locator(".legend tr.off")).hasCount(4);
    }

    @Test
    void theLegendSortsNumbersBeforeTexts() {
        String line = "mix a=3,b=\"text\",c=7,d=\"other\",e=5";
        server.live(line);
        page.navigate(server.url("#/metrics?q=mix"));
        assertThat(rows()).hasCount(5);
        // The stream begins with numbers only.
        server.live(line);
        assertThat(page.locator(".legend td.number")).hasText(new String[] {"3", "text", "7", "other", "5"});
        Locator value = page.locator(".legend th button").nth(1);
        value.click();
        assertThat(page.locator(".legend td.number")).hasText(new String[] {"7", "5", "3", "text", "other"});
        value.click();
        assertThat(page.locator(".legend td.number")).hasText(new String[] {"3", "5", "7", "text", "other"});
    }

    @Test
    void scalesBeyondTheLimitShareThePlotOfOthers() {
        server.live("all a_bytes=1,b_percent=2,c_seconds=3,d_volts=4,e_watts=5,f_rpm=6,g_bits=7");
        page.navigate(server.url("#/metrics?q=all"));
        assertThat(rows()).hasCount(7);
        assertThat(page.locator(".unit")).hasText(new String[] {"B", "%", "s", "V", "W", "others"});
    }

    /** The oracle is the plain list of all texts. */
    @Test
    void anEarlierTextDoesNotRemoveALaterOne() {
        page.navigate(server.url("#/metrics?q=run%20state"));
        assertEquals("A5-7 B7-10 A10-20", states(List.of(List.of(10, "A"), List.of(5, "A"), List.of(7, "B"))));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<Integer> times = new ArrayList<>(IntStream.range(0, 19).boxed().toList());
            Collections.shuffle(times, random);
            List<List<Object>> puts = new ArrayList<>();
            TreeMap<Integer, String> texts = new TreeMap<>();
            for (int millis : times.subList(0, 9)) {
                texts.put(millis, random.nextBoolean() ? "A" : "B");
                puts.add(List.of(millis, texts.get(millis)));
            }
            assertEquals(parts(texts), states(puts), "seed " + seed);
        }
    }

    private static String parts(NavigableMap<Integer, String> texts) {
        StringBuilder parts = new StringBuilder();
        String text = "";
        for (int millis = texts.firstKey(); millis < 20; millis++) {
            String now = texts.floorEntry(millis).getValue();
            if (!now.equals(text)) {
                parts.append(text.isEmpty() ? "" : millis + " ")
                        .append(now)
                        .append(millis)
                        .append('-');
                text = now;
            }
        }
        return parts.append(20).toString();
    }

    private Object states(List<List<Object>> puts) {
        return page.evaluate(STATES, puts);
    }

    private Locator row(String host) {
        return rows().filter(new Locator.FilterOptions().setHasText(host));
    }

    private Locator rows() {
        return page.locator(".legend tbody tr");
    }
}
