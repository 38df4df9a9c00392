package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Panels and Metrics show bars, and only the series with the highest values. */
@Tag("long")
class TopBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    private static final String VIEW = """
            title: Rack
            panels:
              - {title: Busiest, kind: bars, metrics: cpu load, unit: "%", max: 200, minor: {above: 120}, top: 3}
              - {title: Plot, metrics: cpu load, top: 2}
              - {title: Tiles, kind: tile, metrics: cpu load, top: 2, top-by: mean}
              - {title: All, kind: bars, metrics: fan rpm}
            """;

    private final Page page = CHROMIUM.open().page();
    private PageServer server;

    @BeforeEach
    void start(@TempDir Path views) throws IOException {
        Files.writeString(views.resolve("rack.yaml"), VIEW);
        server = new PageServer(views);
        // The last value of flp1 is the lowest, its mean the highest.
        server.lived("cpu,hostname=flp1 load=1000", Instant.now().minusSeconds(60));
        IntStream.rangeClosed(1, 8).forEach(host -> server.live("cpu,hostname=flp" + host + " load=" + 10 * host));
        server.live("fan,hostname=flp1 rpm=-50");
        server.live("fan,hostname=flp2 rpm=150");
        page.setViewportSize(1_400, 900);
        Axe.addTo(page);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void barsAreSortedByTheLastValueAndFollowIt() {
        show("view?name=rack");
        assertThat(bars("Busiest").locator(".name")).hasText(new String[] {"flp8", "flp7", "flp6"});
        assertThat(bars("Busiest").locator("b")).hasText(new String[] {"80 %", "70 %", "60 %"});
        assertThat(panel("Busiest").locator(".top")).hasText("3 of 8 series: the highest last values");
        assertThat(share(bars("Busiest").first())).isEqualTo(0.4);
        server.live("cpu,hostname=flp2 load=150");
        assertThat(bars("Busiest").locator(".name")).hasText(new String[] {"flp2", "flp8", "flp7"});
        assertThat(bars("Busiest").first()).hasClass("minor");
        assertThat(bars("Busiest").first().locator(".more")).hasText("minor");
        assertThat(Axe.violations(page)).isEmpty();
    }

    @Test
    void barsOfNegativeValuesBeginAtZero() {
        show("view?name=rack");
        assertThat(bars("All").locator(".name")).hasText(new String[] {"flp2", "flp1"});
        assertThat(share(bars("All").first())).isEqualTo(0.75);
        assertThat(share(bars("All").last())).isEqualTo(0.25);
        assertThat((String) bars("All").first().locator("i").evaluate("one => one.style.left"))
                .isEqualTo("25%");
        assertThat(panel("All").locator(".top")).isHidden();
    }

    @Test
    void everyKindShowsOnlyTheTop() {
        show("view?name=rack");
        assertThat(panel("Plot").locator(".key bdi")).hasText(new String[] {"flp8", "flp7"});
        assertThat(panel("Plot").locator(".top")).hasText("2 of 8 series: the highest last values");
        assertThat(panel("Tiles").locator(".tile .name")).hasText(new String[] {"flp8", "flp7"});
        assertThat(panel("Tiles").locator(".top")).hasText("2 of 8 series: the highest means");
    }

    @Test
    void aSeriesKeepsItsColourWhileItIsInTheTop() {
        show("view?name=rack");
        assertThat(panel("Plot").locator(".key bdi")).hasText(new String[] {"flp8", "flp7"});
        server.live("cpu,hostname=flp3 load=90");
        assertThat(panel("Plot").locator(".key bdi")).hasText(new String[] {"flp8", "flp3"});
        assertThat(panel("Plot").locator(".key b").last()).hasText("90");
    }

    @Test
    void metricsHasBarsAndTheTopOfEachUnit() {
        server.live("mem,hostname=flp1 used_percent=1,used_bytes=7000");
        IntStream.rangeClosed(2, 9).forEach(host -> server.live("mem,hostname=flp" + host + " used_percent=" + host));
        show("metrics?q=mem&top=5");
        assertThat(page.locator(".legend tbody tr")).hasCount(6);
        assertThat(page.locator(".bar .top")).hasText("6 of 10 series: the highest last values of each unit");
        assertThat(page.locator(".legend tbody")).not().containsText("flp4");
        button("Bars").click();
        assertThat(page).hasURL(Pattern.compile("top=5&show=bars$"));
        assertThat(page.locator(".bars li")).hasCount(6);
        Locator percent = page.locator(".bars li").filter(new Locator.FilterOptions().setHasText("%"));
        assertThat(percent.locator("b")).hasText(new String[] {"9 %", "8 %", "7 %", "6 %", "5 %"});
        assertThat(share(percent.first())).isEqualTo(1);
        page.locator("label", new Page.LocatorOptions().setHasText("top 20 by mean"))
                .locator("select")
                .selectOption("all series");
        assertThat(page.locator(".bars li")).hasCount(10);
        assertThat(page).hasURL(Pattern.compile("q=mem&show=bars$"));
        button("Plot").click();
        assertThat(page.locator(".legend tbody tr")).hasCount(10);
    }

    @Test
    void seriesChosenInTheLegendStay() {
        show("metrics?q=cpu&top=5");
        Locator rows = page.locator(".legend tbody tr");
        assertThat(rows).hasCount(5);
        Locator lowest = rows.filter(new Locator.FilterOptions().setHasText("flp4"));
        lowest.locator(".plain").click();
        server.live("cpu,hostname=flp1 load=500");
        // A new series is compared at once.
        server.live("cpu,hostname=flp9 load=1");
        server.live("cpu,hostname=flp8 load=501");
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("501"))).hasCount(1);
        assertThat(lowest).hasCount(1);
        button("Show all").click();
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("flp1"))).hasCount(1);
        assertThat(lowest).hasCount(0);
    }

    @Test
    void textsWithoutABarAreCounted() {
        server.live("mix,hostname=flp1 a=3,b=\"text\"");
        show("metrics?q=mix&show=bars");
        assertThat(page.locator(".bars li")).hasCount(1);
        assertThat(page.locator("p.top")).hasText("1 series is not shown: no number as last value");
        assertThat(page.locator(".bar .top")).isHidden();
    }

    @Test
    void theNoteCountsNeitherEarlierTimesNorWholeUnits() {
        show("sources");
        assertThat(topOf("""
                ['a', 'b', 'c'].forEach(field => {
                  put(field, 1);
                  lines.line({...series(field), before: '1 day before'});
                });
                let top = topOf(lines, {count: 2});
                top.refresh(end);
                const first = top.names.length + ' lines, ' + top.note();
                top = topOf(lines, {count: 1, groupOf: ({field}) => field});
                top.refresh(end);
                return first + '; ' + top.names.length + ' lines, ' + top.note();
                """)).isEqualTo("4 lines, 2 of 3 series: the highest last values; 6 lines, ");
    }

    @Test
    void onlyTheLastColourChangesIfASeriesLeavesWithoutSuccessor() {
        show("sources");
        assertThat(topOf("""
                ['a', 'b', 'c', 'd'].forEach(put);
                const top = topOf(lines, {count: 4});
                const fields = () => top.names.map(({field}) => field).join('');
                top.refresh(end);
                const before = fields();
                lines.put(lines.line(series('c')), end + 1, 'text', false);
                // A new series is compared at once.
                lines.line(series('e'));
                top.refresh(end + 1);
                return before + ' ' + fields();
                """)).isEqualTo("dcba dab");
    }

    @Test
    void oldLastValuesAreTheLowest() {
        show("sources");
        assertThat(topOf("""
                put('a', 9);
                put('b', 1);
                // The stream follows b only.
                lines.live = new Set([lines.line(series('b'))]);
                return ['last', 'mean'].map(by => {
                  const top = topOf(lines, {count: 1, by});
                  top.refresh(end);
                  return top.names[0].field;
                }).join(' ');
                """)).isEqualTo("b a");
    }

    @Test
    void barsHaveALimit() {
        IntStream.rangeClosed(1, 50).forEach(host -> server.live("many,hostname=flp" + host + " load=" + host));
        show("metrics?q=many&show=bars");
        assertThat(page.locator(".bars li")).hasCount(48);
        assertThat(page.locator("p.top")).hasText("48 of 50 series: the highest last values");
    }

    /** A last value of the store may be older than the shown range. */
    @Test
    void aSeriesThatStaysIsDrawnFromItsFirstValueOn() {
        show("sources");
        assertThat(topOf("""
                lines.addLast({...series('a'), millis: end - 3_600_000, value: 1, periodMillis: 1_000});
                const top = topOf(lines, {count: 4});
                top.refresh(end);
                put('a', 7);
                top.refresh(end, false);
                return String(top.grid.lastIn(0, top.grid.at(end)));
                """)).isEqualTo("7");
    }

    /** A top of a top, as for the bars of Metrics. */
    @Test
    void theBarsOfATopFollowIt() {
        show("metrics?q=cpu&top=2&show=bars");
        Locator names = page.locator(".bars .name");
        assertThat(names).containsText(new String[] {"flp8", "flp7"});
        server.live("cpu,hostname=flp3 load=90");
        assertThat(names).containsText(new String[] {"flp3", "flp8"});
    }

    @Test
    void aChangedTopLeavesTheFocusInTheLegend() {
        show("metrics?q=cpu&top=2");
        Locator rows = page.locator(".legend tbody tr");
        Locator stays =
                rows.filter(new Locator.FilterOptions().setHasText("flp8")).locator("button");
        stays.focus();
        server.live("cpu,hostname=flp3 load=90");
        assertThat(rows.filter(new Locator.FilterOptions().setHasText("flp3"))).hasCount(1);
        assertThat(stays).isFocused();
    }

    /** The result of a script with lines, and with put(field, value) at their end. */
    private Object topOf(String script) {
        return page.evaluate("""
                () => Promise.all([import('/lines.js'), import('/top.js')]).then(([{Lines}, {topOf}]) => {
                  const lines = new Lines(60_000);
                  const end = Date.now();
                  const series = field => ({measurement: 'm', tags: {}, field});
                  const put = (field, value) => lines.put(lines.line(series(field)), end, value, false);
                """ + script + "})");
    }

    @Test
    void theEditorSetsTheTop() {
        show("view?name=rack");
        button("Edit").click();
        page.getByLabel("Kind of Tiles").selectOption("bars");
        page.locator(".drafts li").nth(2).locator("summary").last().click();
        // The draft has a mistake until the number is valid.
        field("Top series of Tiles").fill("-3");
        field("Top series of Tiles").press("Tab");
        assertThat(bars("Tiles")).hasCount(8);
        field("Top series of Tiles").fill("4");
        field("Top series of Tiles").press("Tab");
        assertThat(bars("Tiles")).hasCount(4);
        page.getByLabel("What the top of Tiles compares").selectOption("last");
        page.getByLabel("Kind of Busiest").selectOption("table");
        assertThat(Axe.violations(page)).isEmpty();
        button("Show YAML").click();
        assertThat(page.getByLabel("rack.yaml")).hasText("""
                title: Rack
                panels:
                  - {title: Busiest, kind: table, metrics: cpu load, unit: '%', max: 200, minor: {above: 120}}
                  - {title: Plot, metrics: cpu load, top: 2}
                  - {title: Tiles, kind: bars, metrics: cpu load, top: 4}
                  - {title: All, kind: bars, metrics: fan rpm}
                """);
    }

    private void show(String view) {
        Tab.show(page, server.url("#/" + view));
    }

    private Locator panel(String title) {
        return page.locator("main section:not(.editor)")
                .filter(new Locator.FilterOptions()
                        .setHas(page.locator(
                                "h2 span", new Page.LocatorOptions().setHasText(Pattern.compile("^" + title + "$")))));
    }

    private Locator bars(String title) {
        return panel(title).locator(".bars li");
    }

    /** The part of its track that a bar covers. */
    private static double share(Locator bar) {
        String width = (String) bar.locator("i").evaluate("one => one.style.width");
        return Double.parseDouble(width.replace("%", "")) / 100;
    }

    private Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
